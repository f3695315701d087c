#include "lg.h"
enum{N=1000}; static double*L,*b,*y,*x,*Lb,*bb;
static void setup(void){L=raw(N*N*8);for(I i=0;i<N;i++)for(I j=0;j<=i;j++)L[i*N+j]=i==j?2+rnd():(rnd()-.5)/sqrt(N);put_f64(L,2,D(N,N));b=VEC(N,-1,1);y=VEC(N,-1,1);x=reals(N);Lb=reals(N*N);bb=reals(N);}
static inline double dot(const double*R a,const double*R b,I n){double s[8]={0};I k=0;for(;k+8<=n;k+=8)for(I q=0;q<8;q++)s[q]+=a[k+q]*b[k+q];double t=0;for(;k<n;k++)t+=a[k]*b[k];return t+((s[0]+s[1])+(s[2]+s[3]))+((s[4]+s[5])+(s[6]+s[7]));}
static void back(const double*R L,double*R x){memcpy(x,b,N*8);for(I i=N-1;i>=0;i--){double v=x[i]/L[i*N+i];x[i]=v;for(I j=0;j<i;j++)x[j]-=v*L[i*N+j];}}
static void primal(void){back(L,x);result(x,N);}
/* b' = L^-1 x', L' = -x b'^T */
static void grad(void){back(L,x);for(I i=0;i<N;i++)bb[i]=(y[i]-dot(L+i*N,bb,i))/L[i*N+i];
 for(I i=0;i<N;i++){double v=-x[i];for(I j=0;j<=i;j++)Lb[i*N+j]=v*bb[j];for(I j=i+1;j<N;j++)Lb[i*N+j]=0;}result(Lb,N*N);result(bb,N);}
