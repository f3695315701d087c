#include "lg.h"
enum{N=200}; static double*A,*L,*B;
static void setup(void){A=raw(N*N*8);for(I i=0;i<N;i++)for(I j=0;j<N;j++)A[i*N+j]=rnd()+(i==j?N:0);put_f64(A,2,D(N,N));L=reals(N*N);B=reals(N*N);}
static void lu(void){memcpy(L,A,N*N*8);for(I k=0;k<N;k++){const double*R p=L+k*N;for(I i=k+1;i<N;i++){double*R r=L+i*N;double f=r[k]/p[k];r[k]=f;for(I j=k+1;j<N;j++)r[j]-=f*p[j];}}}
static void primal(void){lu();double s=0;for(I i=0;i<N;i++)s+=log(L[i*N+i]);result1(s);}
static void grad(void){lu();memset(B,0,N*N*8);for(I i=0;i<N;i++)B[i*N+i]=1/L[i*N+i];
 for(I k=N-1;k>=0;k--){const double*R p=L+k*N;double*R pb=B+k*N;for(I i=N-1;i>k;i--){double*R r=B+i*N;double f=L[i*N+k],fb=r[k];for(I j=k+1;j<N;j++){fb-=r[j]*p[j];pb[j]-=f*r[j];}r[k]=fb/p[k];pb[k]-=fb*f/p[k];}}
 result(B,N*N);}
