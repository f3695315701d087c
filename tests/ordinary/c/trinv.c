#include "lg.h"
enum{N=200}; static double*L,*X,*B,*G;
static void setup(void){L=raw(N*N*8);for(I i=0;i<N;i++)for(I j=0;j<=i;j++)L[i*N+j]=i==j?2+rnd():(rnd()-.5)/8;put_f64(L,2,D(N,N));X=reals(N*N);B=reals(N*N);G=reals(N*N);}
static inline double dot(const double*R a,const double*R b,I n){double s[8]={0};I k=0;for(;k+8<=n;k+=8)for(I q=0;q<8;q++)s[q]+=a[k+q]*b[k+q];double t=0;for(;k<n;k++)t+=a[k]*b[k];return t+((s[0]+s[1])+(s[2]+s[3]))+((s[4]+s[5])+(s[6]+s[7]));}
static inline void axpy(double c,const double*R x,double*R y,I n){for(I k=0;k<n;k++)y[k]+=c*x[k];}
static void inv(void){for(I i=0;i<N;i++){double*R x=X+i*N,r=1/L[i*N+i];memset(x,0,N*8);for(I k=0;k<i;k++)axpy(-L[i*N+k]*r,X+k*N,x,k+1);x[i]=r;}}
static void primal(void){inv();double s=0;for(I i=0;i<N;i++)for(I j=0;j<=i;j++)s+=X[i*N+j]*X[i*N+j]*(1+(i+j)%3);result1(s);}
static void grad(void){inv();memset(G,0,N*N*8);for(I i=0;i<N;i++)for(I j=0;j<=i;j++)B[i*N+j]=2*X[i*N+j]*(1+(i+j)%3);
 for(I i=N-1;i>=0;i--){double*R b=B+i*N,r=1/L[i*N+i];G[i*N+i]=-r*dot(b,X+i*N,i+1);for(I k=0;k<i;k++){G[i*N+k]=-r*dot(b,X+k*N,k+1);axpy(-L[i*N+k]*r,b,B+k*N,k+1);}}
 result(G,N*N);}
