#include "lg.h"
enum{N=100,M=120,T=20}; static double*b,*u,*y,*v,*bb,*ub;
static void setup(void){put_int(T);b=MAT(N,M,-1,1);u=MAT(N,M,-1,1);y=MAT(N,M,-1,1);v=reals(N*M);bb=reals(N*M);ub=reals(N*M);}
static void primal(void){memcpy(v,u,N*M*8);for(int t=0;t<T;t++)for(I i=1;i<N-1;i++){double*R r=v+i*M;const double*c=b+i*M;double l=r[0];for(I j=1;j<M-1;j++)r[j]=l=r[j]+1.5*((c[j]+r[j-M]+r[j+M]+l+r[j+1])/4-r[j]);}result(v,N*M);}
static void grad(void){memcpy(ub,y,N*M*8);memset(bb,0,N*M*8);for(int t=T;t--;)for(I i=N-2;i>0;i--){double*R r=ub+i*M,*R c=bb+i*M;double carry=0;for(I j=M-2;j>0;j--){double g=r[j]+carry,w=.375*g;c[j]+=w;r[j]=-.5*g;r[j-M]+=w;r[j+M]+=w;r[j+1]+=w;carry=w;}r[0]+=carry;}result(bb,N*M);result(ub,N*M);}
