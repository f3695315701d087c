#include "lg.h"
enum{N=2500,K=5,T=3}; enum{L=8,NP=(N+L-1)/L*L}; static double*x,*w0,*m0,*s0,*px,*py,*gs,*xb,*wb,*mb,*sb,*bx,*by;
typedef struct{double w,x,y,a,b,c;} Part; typedef double C6[6];
/* points as two arrays, padded to eights; responsibilities of each step are kept: gs[t], K rows */
static void setup(void){put_int(T);x=raw(N*16);for(I i=0;i<N;i++){I k=i%3;x[2*i]=(k-1)*1.5+rnd()+rnd()-1;x[2*i+1]=(k==1?1.5:0)+rnd()+rnd()-1;}put_f64(x,2,D(N,2));w0=VEC(K,.15,.25);m0=MAT(K,2,-1.5,1.5);s0=raw(K*24);for(I k=0;k<K;k++){s0[3*k]=.5+rnd();s0[3*k+1]=.3*(rnd()-.5);s0[3*k+2]=.5+rnd();}put_f64(s0,2,D(K,3));
 px=reals(NP);py=reals(NP);for(I i=0;i<N;i++){px[i]=x[2*i];py[i]=x[2*i+1];}gs=reals((T+1)*K*NP);xb=reals(N*2);wb=reals(K);mb=reals(K*2);sb=reals(K*3);bx=reals(NP);by=reals(NP);}
static void begin(Part*p){for(int k=0;k<K;k++)p[k]=(Part){w0[k],m0[2*k],m0[2*k+1],s0[3*k],s0[3*k+1],s0[3*k+2]};}
/* the log of a density is a quadratic polynomial */
static void coef(const Part*p,C6*o){for(int k=0;k<K;k++){Part q=p[k];double d=q.a*q.c-q.b*q.b,P=q.c/d,Q=-q.b/d,S=q.a/d,u=P*q.x+Q*q.y,v=Q*q.x+S*q.y;o[k][0]=log(q.w)-.5*log(d)-.5*(u*q.x+v*q.y);o[k][1]=u;o[k][2]=v;o[k][3]=-.5*P;o[k][4]=-Q;o[k][5]=-.5*S;}}
static double expect(const Part*p,double*R g,int last){C6 c[K];coef(p,c);double ll=0;
 for(I n=0;n<NP;n+=L){double t[L],z[L],l[K][L];for(int i=0;i<L;i++)t[i]=-1e300,z[i]=0;for(int k=0;k<K;k++)for(int i=0;i<L;i++){double x=px[n+i],y=py[n+i],v=c[k][0]+x*(c[k][1]+c[k][3]*x+c[k][4]*y)+y*(c[k][2]+c[k][5]*y);l[k][i]=v;t[i]=v>t[i]?v:t[i];}
  for(int k=0;k<K;k++)for(int i=0;i<L;i++)l[k][i]=exp(l[k][i]-t[i]);for(int k=0;k<K;k++)for(int i=0;i<L;i++)z[i]+=l[k][i];
  if(last)for(int i=0;i<L&&n+i<N;i++)ll+=t[i]+log(z[i]);
  for(int i=0;i<L;i++)z[i]=n+i<N?1/z[i]:0;for(int k=0;k<K;k++)for(int i=0;i<L;i++)g[k*NP+n+i]=l[k][i]*z[i];}return ll;}
static inline double sum8(const double*a){return ((a[0]+a[1])+(a[2]+a[3]))+((a[4]+a[5])+(a[6]+a[7]));}
/* sums of weights times 1, x, y, xx, xy, yy */
static void moments(const double*R g,double*o){double a[6][L]={{0}};for(I n=0;n<NP;n+=L)for(int i=0;i<L;i++){double r=g[n+i],x=px[n+i],y=py[n+i],u=r*x,v=r*y;a[0][i]+=r;a[1][i]+=u;a[2][i]+=v;a[3][i]+=u*x;a[4][i]+=u*y;a[5][i]+=v*y;}for(int j=0;j<6;j++)o[j]=sum8(a[j]);}
static void most(const double*R g,Part*p,C6*m){for(int k=0;k<K;k++){moments(g+k*NP,m[k]);double*s=m[k],q=1/s[0],x=s[1]*q,y=s[2]*q;p[k]=(Part){s[0]/N,x,y,s[3]*q-x*x+.01,s[4]*q-x*y,s[5]*q-y*y+.01};}}
static void primal(void){Part p[K];C6 m[K];begin(p);for(int t=0;t<T;t++){expect(p,gs,0);most(gs,p,m);}result1(expect(p,gs,1));}
static void coefb(const Part*p,C6*k_,Part*o){for(int k=0;k<K;k++){Part q=p[k];double*b=k_[k],d=q.a*q.c-q.b*q.b,i=1/d,P=q.c*i,Q=-q.b*i,S=q.a*i,x=q.x,y=q.y;
 double Pb=-.5*b[3]+b[1]*x-.5*b[0]*x*x,Qb=-b[4]+b[1]*y+b[2]*x-b[0]*x*y,Sb=-.5*b[5]+b[2]*y-.5*b[0]*y*y,ib=Pb*q.c-Qb*q.b+Sb*q.a,db=-.5*b[0]*i-ib*i*i;
 o[k]=(Part){b[0]/q.w,b[1]*P+b[2]*Q-b[0]*(P*x+Q*y),b[1]*Q+b[2]*S-b[0]*(Q*x+S*y),Sb*i+db*q.c,-Qb*i-2*q.b*db,Pb*i+db*q.a};}}
static void grad(void){Part p[T+1][K],b[K];C6 m[T][K],c[K],mo[K];begin(p[0]);for(int t=0;t<T;t++){expect(p[t],gs+t*K*NP,0);most(gs+t*K*NP,p[t+1],m[t]);}
 double*R g=gs+T*K*NP;expect(p[T],g,0);coef(p[T],c);memset(bx,0,NP*8);memset(by,0,NP*8);
 for(int k=0;k<K;k++){double c1=c[k][1],c2=c[k][2],c3=2*c[k][3],c4=c[k][4],c5=2*c[k][5];const double*R r=g+k*NP;for(I n=0;n<NP;n++){bx[n]+=r[n]*(c1+c3*px[n]+c4*py[n]);by[n]+=r[n]*(c2+c4*px[n]+c5*py[n]);}moments(r,mo[k]);}
 coefb(p[T],mo,b);
 for(int t=T;t--;){const double*R g=gs+t*K*NP;C6 s[K];coef(p[t],c);for(int k=0;k<K;k++){Part q=p[t+1][k],v=b[k];double*n=m[t][k],i=1/n[0],xb=v.x-2*q.x*v.a-q.y*v.b,yb=v.y-2*q.y*v.c-q.x*v.b,ib=xb*n[1]+yb*n[2]+v.a*n[3]+v.b*n[4]+v.c*n[5];
   s[k][0]=v.w/N-ib*i*i;s[k][1]=xb*i;s[k][2]=yb*i;s[k][3]=v.a*i;s[k][4]=v.b*i;s[k][5]=v.c*i;}
  double a[K][6][L];memset(a,0,sizeof a);
  for(I n=0;n<NP;n+=L){double gb[K][L],z[L]={0};for(int k=0;k<K;k++)for(int i=0;i<L;i++){double x=px[n+i],y=py[n+i],v=s[k][0]+x*(s[k][1]+s[k][3]*x+s[k][4]*y)+y*(s[k][2]+s[k][5]*y);gb[k][i]=v;z[i]+=v*g[k*NP+n+i];}
   double u[L]={0},v[L]={0};
   for(int k=0;k<K;k++)for(int i=0;i<L;i++){double x=px[n+i],y=py[n+i],r=g[k*NP+n+i],l=r*(gb[k][i]-z[i]),lx=l*x,ly=l*y;a[k][0][i]+=l;a[k][1][i]+=lx;a[k][2][i]+=ly;a[k][3][i]+=lx*x;a[k][4][i]+=lx*y;a[k][5][i]+=ly*y;
    double e1=l*c[k][1]+r*s[k][1],e2=l*c[k][2]+r*s[k][2],e3=2*(l*c[k][3]+r*s[k][3]),e4=l*c[k][4]+r*s[k][4],e5=2*(l*c[k][5]+r*s[k][5]);u[i]+=e1+e3*x+e4*y;v[i]+=e2+e4*x+e5*y;}
   for(int i=0;i<L;i++){bx[n+i]+=u[i];by[n+i]+=v[i];}}
  for(int k=0;k<K;k++)for(int j=0;j<6;j++)mo[k][j]=sum8(a[k][j]);coefb(p[t],mo,b);}
 for(I n=0;n<N;n++){xb[2*n]=bx[n];xb[2*n+1]=by[n];}for(int k=0;k<K;k++){wb[k]=b[k].w;mb[2*k]=b[k].x;mb[2*k+1]=b[k].y;sb[3*k]=b[k].a;sb[3*k+1]=b[k].b;sb[3*k+2]=b[k].c;}result(xb,N*2);result(wb,K);result(mb,K*2);result(sb,K*3);}
