#include "lg.h"
enum{N=2200,M=2000,T=5}; static double*p,*q,*ps,*pb,*qb;static I*at;
/* the cloud of each round and its neighbours are kept */
static void setup(void){put_int(T);p=MAT(N,2,0,1);q=MAT(M,2,.1,1.3);ps=reals((T+1)*2*N);at=ints((T+1)*N);pb=reals(2*N);qb=reals(2*M);}
static double match(const double*R x,I*R at){double s=0;for(I i=0;i<N;i++){double a=x[2*i],b=x[2*i+1],best=INFINITY;I k=0;for(I j=0;j<M;j++){double u=a-q[2*j],v=b-q[2*j+1],d=u*u+v*v;if(d<best){best=d;k=j;}}at[i]=k;s+=best;}return s/N;}
typedef struct{double px,py,qx,qy,a,b;}fit;
static fit sums(const double*x,const I*at){fit f={0};for(I i=0;i<N;i++){f.px+=x[2*i];f.py+=x[2*i+1];f.qx+=q[2*at[i]];f.qy+=q[2*at[i]+1];}f.px/=N;f.py/=N;f.qx/=N;f.qy/=N;
 for(I i=0;i<N;i++){double u=x[2*i]-f.px,v=x[2*i+1]-f.py,w=q[2*at[i]]-f.qx,z=q[2*at[i]+1]-f.qy;f.a+=u*w+v*z;f.b+=u*z-v*w;}return f;}
static double run(int keep){memcpy(ps,p,2*N*8);for(int t=0;t<T;t++){double*x=ps+(keep?t*2*N:0),*y=ps+(keep?(t+1)*2*N:0);I*k=at+(keep?t*N:0);match(x,k);fit f=sums(x,k);double h=1/sqrt(f.a*f.a+f.b*f.b),c=f.a*h,s=f.b*h;
  for(I i=0;i<N;i++){double u=x[2*i]-f.px,v=x[2*i+1]-f.py;y[2*i]=c*u-s*v+f.qx;y[2*i+1]=s*u+c*v+f.qy;}}
 return match(ps+(keep?T*2*N:0),at+(keep?T*N:0));}
static void primal(void){result1(run(0));}
static void grad(void){run(1);memset(qb,0,M*16);double*x=ps+T*2*N;I*k=at+T*N;for(I i=0;i<N;i++)for(int e=0;e<2;e++){double d=2*(x[2*i+e]-q[2*k[i]+e])/N;pb[2*i+e]=d;qb[2*k[i]+e]-=d;}
 for(int t=T;t--;){x=ps+t*2*N;k=at+t*N;fit f=sums(x,k);double h=1/sqrt(f.a*f.a+f.b*f.b),c=f.a*h,s=f.b*h,gx=0,gy=0,cb=0,sb=0;
  for(I i=0;i<N;i++){double u=x[2*i]-f.px,v=x[2*i+1]-f.py,g=pb[2*i],e=pb[2*i+1];gx+=g;gy+=e;cb+=g*u+e*v;sb+=e*u-g*v;}
  double ab=(cb*s*s-sb*s*c)*h,bb=(sb*c*c-cb*s*c)*h,mu=0,mv=0;gx/=N;gy/=N;
  /* sums of the offsets are 0, and so are means of what is theirs in the nearest */
  for(I i=0;i<N;i++){double u=x[2*i]-f.px,v=x[2*i+1]-f.py,w=q[2*k[i]]-f.qx,z=q[2*k[i]+1]-f.qy,g=pb[2*i],e=pb[2*i+1],a=c*g+s*e+ab*w+bb*z,b=c*e-s*g+ab*z-bb*w;pb[2*i]=a;pb[2*i+1]=b;mu+=a;mv+=b;qb[2*k[i]]+=ab*u-bb*v+gx;qb[2*k[i]+1]+=ab*v+bb*u+gy;}
  mu/=N;mv/=N;for(I i=0;i<N;i++){pb[2*i]-=mu;pb[2*i+1]-=mv;}}
 result(pb,2*N);result(qb,2*M);}
