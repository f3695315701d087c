#include "lg.h"
enum{M=1200,N=6}; enum{T=7}; typedef double mat[N][N]; static double*a,*ab;
static void setup(void){put_int(T);a=arg_f64(3,D(M,N,N),-1,1);for(I m=0;m<M;m++)for(I i=0;i<N;i++)for(I j=0;j<i;j++)a[(m*N+i)*N+j]=a[(m*N+j)*N+i];put_f64(a,3,D(M,N,N));ab=reals(M*N*N);}
/* V, if it is there, gets the eigenvectors as rows */
static inline void sweep(mat a,double(*v)[N]){for(I p=0;p<N-1;p++)for(I q=p+1;q<N;q++){double b=a[p][q];if(fabs(b)<1e-30)continue;double z=(a[q][q]-a[p][p])/(2*b),t=(z<0?-1:1)/(fabs(z)+sqrt(z*z+1)),c=1/sqrt(t*t+1),s=t*c;
  for(I k=0;k<N;k++){double x=a[p][k],y=a[q][k];a[p][k]=c*x-s*y;a[q][k]=s*x+c*y;}for(I k=0;k<N;k++){double x=a[k][p],y=a[k][q];a[k][p]=c*x-s*y;a[k][q]=s*x+c*y;}
  if(v)for(I k=0;k<N;k++){double x=v[p][k],y=v[q][k];v[p][k]=c*x-s*y;v[q][k]=s*x+c*y;}}}
static void primal(void){double l=0;for(I m=0;m<M;m++){mat b;memcpy(b,a+m*N*N,sizeof b);for(int t=0;t<T;t++)sweep(b,0);for(I i=0;i<N;i++)l+=log(1+b[i][i]*b[i][i]);}result1(l);}
/* the gradient of an eigenvalue is the square of its vector, when the sweeps have converged */
static void grad(void){for(I m=0;m<M;m++){mat b,v={{0}};memcpy(b,a+m*N*N,sizeof b);for(I i=0;i<N;i++)v[i][i]=1;for(int t=0;t<T;t++)sweep(b,v);double*o=ab+m*N*N;for(I i=0;i<N*N;i++)o[i]=0;
  for(I k=0;k<N;k++){double g=2*b[k][k]/(1+b[k][k]*b[k][k]);for(I i=0;i<N;i++)for(I j=0;j<N;j++)o[i*N+j]+=g*v[k][i]*v[k][j];}}result(ab,M*N*N);}
