#include "lg.h"
enum{N=280}; static double*a,*l,*x,*ab; static I p[N];
static void setup(void){a=MAT(N,N,-1,1);l=reals(N*N);x=reals(N*N);ab=reals(N*N);}
static double fw(void){double v=0;memcpy(l,a,N*N*8);for(I i=0;i<N;i++)p[i]=i;for(I k=0;k<N;k++){I m=k;for(I i=k+1;i<N;i++)if(fabs(l[i*N+k])>fabs(l[m*N+k]))m=i;
  if(m!=k){I t=p[k];p[k]=p[m];p[m]=t;for(I j=0;j<N;j++){double t=l[k*N+j];l[k*N+j]=l[m*N+j];l[m*N+j]=t;}}
  double*R q=l+k*N,f=1/q[k];v+=log(fabs(q[k]));for(I i=k+1;i<N;i++){double*R r=l+i*N,c=r[k]*=f;for(I j=k+1;j<N;j++)r[j]-=c*q[j];}}return v;}
static void primal(void){result1(fw());}
/* the gradient is the inverse, transposed: X = U^-1 L^-1, its columns exchanged */
static void grad(void){fw();memset(x,0,N*N*8);for(I i=0;i<N;i++){double*R r=x+i*N;r[i]=1;for(I k=0;k<i;k++){double*R q=x+k*N,c=l[i*N+k];for(I j=0;j<=k;j++)r[j]-=c*q[j];}}
 for(I i=N;i--;){double*R r=x+i*N,f=1/l[i*N+i];for(I k=i+1;k<N;k++){double*R q=x+k*N,c=l[i*N+k];for(I j=0;j<N;j++)r[j]-=c*q[j];}for(I j=0;j<N;j++)r[j]*=f;}
 for(I i=0;i<N;i++)for(I j=0;j<N;j++)ab[p[j]*N+i]=x[i*N+j];result(ab,N*N);}
