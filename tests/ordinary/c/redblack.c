#include "lg.h"
enum{N=100,M=120,T=10}; static double*b,*u,*y,*us,*bb,*ub;
static void setup(void){put_int(T);b=MAT(N,M,-1,1);u=MAT(N,M,-1,1);y=MAT(N,M,-1,1);us=reals((2*T+1)*N*M);bb=reals(N*M);ub=reals(N*M);}
static void sweep(double*u,int s){for(I i=1;i<N-1;i++){double*R r=u+i*M;const double*R d=b+i*M;for(I j=1+(i+1+s)%2;j<M-1;j+=2){double x=r[j];r[j]=x-(4*x-(r[j-M]+r[j+M]+r[j-1]+r[j+1])+.5*x*x*x-d[j])/(4+1.5*x*x);}}}
static void primal(void){memcpy(us,u,N*M*8);for(int s=0;s<2*T;s++)sweep(us,s);result(us,N*M);}
static void grad(void){memcpy(us,u,N*M*8);for(int s=0;s<2*T;s++){memcpy(us+(s+1)*N*M,us+s*N*M,N*M*8);sweep(us+(s+1)*N*M,s);}memcpy(ub,y,N*M*8);memset(bb,0,N*M*8);
 for(int s=2*T;s--;)for(I i=1;i<N-1;i++){double*R r=us+s*N*M+i*M,*R n=r+N*M,*R g=ub+i*M,*R h=bb+i*M;for(I j=1+(i+1+s)%2;j<M-1;j+=2){double x=r[j],q=1/(4+1.5*x*x),w=g[j]*q;/* n = x - f q */ g[j]=g[j]*(x-n[j])*3*x*q;h[j]+=w;g[j-M]+=w;g[j+M]+=w;g[j-1]+=w;g[j+1]+=w;}}result(bb,N*M);result(ub,N*M);}
