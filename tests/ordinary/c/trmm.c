#include "lg.h"
enum{N=256,M=64}; static double*l,*b,*y,*c,*lb,*bb;
static void setup(void){l=MAT(N,N,-1,1);b=MAT(N,M,-1,1);y=MAT(N,M,-1,1);c=reals(N*M);lb=reals(N*N);bb=reals(N*M);}
static void primal(void){memset(c,0,N*M*8);for(I i=0;i<N;i++)for(I k=0;k<=i;k++){double v=l[i*N+k],*R p=c+i*M,*R q=b+k*M;for(I j=0;j<M;j++)p[j]+=v*q[j];}result(c,N*M);}
static void grad(void){memset(lb,0,N*N*8);memset(bb,0,N*M*8);for(I i=0;i<N;i++)for(I k=0;k<=i;k++){double v=l[i*N+k],s=0,*R p=y+i*M,*R q=b+k*M,*R g=bb+k*M;for(I j=0;j<M;j++){s+=p[j]*q[j];g[j]+=v*p[j];}lb[i*N+k]=s;}result(lb,N*N);result(bb,N*M);}
