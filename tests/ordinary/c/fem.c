#include "lg.h"
enum{H=80,W=84,S=50}; enum{N=H*W,M=2*(H-1)*(W-1)}; static double*p,*k,*f,*y,*w,*x,*rs,*ds,*qs,al[S],rr[S+1],*pb,*kb,*fb,*wb,*xb,*rb,*db,*qb;static I*t;
/* of each triangle the weights of its edges; residuals, directions and products of all steps are kept; nodes come in fours */
static void setup(void){put_int(S);t=raw(M*3*8);I e=0;for(I i=0;i+1<H;i++)for(I j=0;j+1<W;j++){I a=i*W+j;t[e++]=a;t[e++]=a+1;t[e++]=a+W+1;t[e++]=a;t[e++]=a+W+1;t[e++]=a+W;}put_i64(t,2,D(M,3));
 p=raw(N*2*8);for(I i=0;i<N;i++){p[2*i]=i%W+.3*rnd();p[2*i+1]=i/W+.3*rnd();}put_f64(p,2,D(N,2));k=VEC(M,.5,2);f=VEC(N,-1,1);y=VEC(N,-1,1);
 w=reals(3*M);x=reals(N);rs=reals((S+1)*N);ds=reals((S+1)*N);qs=reals(S*N);pb=reals(2*N);kb=reals(M);fb=reals(N);wb=reals(3*M);xb=reals(N);rb=reals(N);db=reals(N);qb=reals(N);}
static void assemble(void){for(I e=0;e<M;e++){double*a=p+2*t[3*e],*b=p+2*t[3*e+1],*c=p+2*t[3*e+2],b0=b[1]-c[1],b1=c[1]-a[1],b2=a[1]-b[1],c0=c[0]-b[0],c1=a[0]-c[0],c2=b[0]-a[0],h=-.5*k[e]/(c2*b1-c1*b2);w[3*e]=h*(b1*b2+c1*c2);w[3*e+1]=h*(b2*b0+c2*c0);w[3*e+2]=h*(b0*b1+c0*c1);}}
static void apply(const double*R u,double*R q){memcpy(q,u,N*8);for(I e=0;e<M;e++){I a=t[3*e],b=t[3*e+1],c=t[3*e+2];double A=u[a],B=u[b],C=u[c],x=w[3*e]*(B-C),y=w[3*e+1]*(C-A),z=w[3*e+2]*(A-B);q[a]+=z-y;q[b]+=x-z;q[c]+=y-x;}}
static double dot(const double*R a,const double*R b){double s[4]={0};for(I i=0;i<N;i+=4)for(int l=0;l<4;l++)s[l]+=a[i+l]*b[i+l];return s[0]+s[1]+s[2]+s[3];}
static void cg(int keep){assemble();memset(x,0,N*8);memcpy(rs,f,N*8);memcpy(ds,f,N*8);rr[0]=dot(f,f);for(int s=0;s<S;s++){I o=keep?s*N:0,n=keep?o+N:0;double*q=qs+o,*r=rs+o,*d=ds+o,*r1=rs+n,*d1=ds+n;apply(d,q);double a=al[s]=rr[s]/dot(d,q);
  for(I i=0;i<N;i++){x[i]+=a*d[i];r1[i]=r[i]-a*q[i];}rr[s+1]=dot(r1,r1);double b=rr[s+1]/rr[s];for(I i=0;i<N;i++)d1[i]=r1[i]+b*d[i];}}
static void primal(void){cg(0);result(x,N);}
static void grad(void){cg(1);memcpy(xb,y,N*8);memset(rb,0,N*8);memset(db,0,N*8);memset(wb,0,3*M*8);memset(pb,0,2*N*8);double g=0;
 for(int s=S;s--;){double*R d=ds+s*N,*R q=qs+s*N,*R r1=rs+(s+1)*N,a=al[s],b=rr[s+1]/rr[s],bb=dot(db,d),gm=g+bb/rr[s];g=-bb*b/rr[s];
  double ab=0;for(I i=0;i<N;i++){double z=rb[i]+db[i]+2*gm*r1[i];rb[i]=z;ab+=xb[i]*d[i]-z*q[i];}
  g+=ab*a/rr[s];double e=-ab*a*a/rr[s];for(I i=0;i<N;i++){qb[i]=e*d[i]-a*rb[i];db[i]=b*db[i]+a*xb[i]+e*q[i]+qb[i];}
  for(I l=0;l<M;l++){I A=t[3*l],B=t[3*l+1],C=t[3*l+2];double u=d[A]-d[B],v=d[B]-d[C],o=d[C]-d[A],U=qb[A]-qb[B],V=qb[B]-qb[C],O=qb[C]-qb[A];wb[3*l]+=v*V;wb[3*l+1]+=o*O;wb[3*l+2]+=u*U;
   U*=w[3*l+2];V*=w[3*l];O*=w[3*l+1];db[A]+=U-O;db[B]+=V-U;db[C]+=O-V;}}
 for(I i=0;i<N;i++)fb[i]=rb[i]+db[i]+2*g*f[i];
 for(I e=0;e<M;e++){I A=t[3*e],B=t[3*e+1],C=t[3*e+2];double*a=p+2*A,*b=p+2*B,*c=p+2*C,b0=b[1]-c[1],b1=c[1]-a[1],b2=a[1]-b[1],c0=c[0]-b[0],c1=a[0]-c[0],c2=b[0]-a[0],q=1/(c2*b1-c1*b2),h=-.5*k[e]*q,u=wb[3*e],v=wb[3*e+1],o=wb[3*e+2];
  double z=u*(b1*b2+c1*c2)+v*(b2*b0+c2*c0)+o*(b0*b1+c0*c1),dd=-z*h*q;kb[e]=-.5*q*z;
  double B0=h*(v*b2+o*b1),B1=h*(u*b2+o*b0)+dd*c2,B2=h*(u*b1+v*b0)-dd*c1,C0=h*(v*c2+o*c1),C1=h*(u*c2+o*c0)-dd*b2,C2=h*(u*c1+v*c0)+dd*b1;
  pb[2*A]+=C1-C2;pb[2*B]+=C2-C0;pb[2*C]+=C0-C1;pb[2*A+1]+=B2-B1;pb[2*B+1]+=B0-B2;pb[2*C+1]+=B1-B0;}
 result(pb,2*N);result(kb,M);result(fb,N);}
