#include "lg.h"
enum{N=2000,T=100}; static double*C,*u,*y,*v,*CB,*US,*us,*F,*FB;
static void setup(void){put_int(T);C=VEC(N,.1,.9);u=VEC(N,-1,1);y=VEC(N,-1,1);v=reals(N);CB=reals(N);US=reals(N);us=reals((T+1)*N);F=reals(N);FB=reals(N);}
static inline double mm(double a,double b){double m=fabs(a)<fabs(b)?a:b;return a*b<=0?0:m;}
static void step(const double*R u,double*R o){const double*R c=C;double*R f=F;f[0]=c[0]*(u[0]+.5*(1-c[0])*mm(u[0]-u[N-1],u[1]-u[0]));for(I i=1;i<N-1;i++)f[i]=c[i]*(u[i]+.5*(1-c[i])*mm(u[i]-u[i-1],u[i+1]-u[i]));f[N-1]=c[N-1]*(u[N-1]+.5*(1-c[N-1])*mm(u[N-1]-u[N-2],u[0]-u[N-1]));
 o[0]=u[0]-(f[0]-f[N-1]);for(I i=1;i<N;i++)o[i]=u[i]-(f[i]-f[i-1]);}
static void primal(void){double*a=us,*b=v;memcpy(a,u,N*8);for(int t=0;t<T;t++){step(a,b);double*x=a;a=b;b=x;}result(a,N);}
static void grad(void){memcpy(us,u,N*8);for(int t=0;t<T;t++)step(us+t*N,us+(t+1)*N);memset(CB,0,N*8);memcpy(US,y,N*8);double*R la=F,*R ra=v,*R ub=US,*R cb=CB,*R fb=FB;const double*R c=C;
 for(int t=T;t--;){double*R u=us+t*N;
 #define CELL(i,l,r){double a=u[i]-u[l],b=u[r]-u[i],s=mm(a,b),g=ub[r]-ub[i],k=g*c[i]*.5*(1-c[i]);cb[i]+=g*(u[i]+.5*(1-2*c[i])*s);fb[i]=g*c[i];int z=a*b<=0,w=fabs(a)<fabs(b);la[i]=z?0:w?k:0;ra[i]=z?0:w?0:k;}
 CELL(0,N-1,1)for(I i=1;i<N-1;i++)CELL(i,i-1,i+1)CELL(N-1,N-2,0)
 #define PUT(i,l,r)ub[i]+=fb[i]+la[i]-la[r]-ra[i]+ra[l];
 PUT(0,N-1,1)for(I i=1;i<N-1;i++)PUT(i,i-1,i+1)PUT(N-1,N-2,0)}result(cb,N);result(ub,N);}
