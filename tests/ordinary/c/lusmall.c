#include "lg.h"
enum{M=4096,N=6}; static double*a,*b,*ab,*bb;
static void setup(void){a=arg_f64(3,D(M,N,N),-1,1);for(I m=0;m<M;m++)for(I i=0;i<N;i++)a[m*N*N+i*N+i]+=8;put_f64(a,3,D(M,N,N));b=MAT(M,N,-1,1);ab=reals(M*N*N);bb=reals(M*N);}
static void lu(const double*R p,double a[N][N]){memcpy(a,p,N*N*8);for(int k=0;k<N;k++)for(int i=k+1;i<N;i++){double f=a[i][k]/=a[k][k];for(int j=k+1;j<N;j++)a[i][j]-=f*a[k][j];}}
static void solve(double a[N][N],const double*R b,double*R x){for(int i=0;i<N;i++){double s=b[i];for(int j=0;j<i;j++)s-=a[i][j]*x[j];x[i]=s;}for(int i=N-1;i>=0;i--){double s=x[i];for(int j=i+1;j<N;j++)s-=a[i][j]*x[j];x[i]=s/a[i][i];}}
static void primal(void){double r=0,l[N][N],x[N];for(I m=0;m<M;m++){lu(a+m*N*N,l);solve(l,b+m*N,x);for(int i=0;i<N;i++)r+=x[i]*x[i];}result1(r);}
/* b' = A^-T x', A' = -b' x^T */
static void grad(void){double l[N][N],x[N];for(I m=0;m<M;m++){lu(a+m*N*N,l);solve(l,b+m*N,x);double*R g=bb+m*N,*R G=ab+m*N*N;
 for(int i=0;i<N;i++){double s=2*x[i];for(int j=0;j<i;j++)s-=l[j][i]*g[j];g[i]=s/l[i][i];}for(int i=N-1;i>=0;i--)for(int j=i+1;j<N;j++)g[i]-=l[j][i]*g[j];
 for(int i=0;i<N;i++)for(int j=0;j<N;j++)G[i*N+j]=-g[i]*x[j];}result(ab,M*N*N);result(bb,M*N);}
