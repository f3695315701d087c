#include "lg.h"
enum{M=1000,N=8}; enum{T=8,S=4}; typedef double mat[N][N]; static double*a,*y,*o,*ab; static mat e[T+S+1];
static void setup(void){a=arg_f64(3,D(M,N,N),-1,1);put_f64(a,3,D(M,N,N));y=arg_f64(3,D(M,N,N),-1,1);put_f64(y,3,D(M,N,N));o=reals(M*N*N);ab=reals(M*N*N);}
static inline void mul(mat a,mat b,mat o){for(I i=0;i<N;i++){double r[N]={0};for(I k=0;k<N;k++)for(I j=0;j<N;j++)r[j]+=a[i][k]*b[k][j];memcpy(o[i],r,sizeof r);}}
static inline void tr(mat a,mat o){for(I i=0;i<N;i++)for(I j=0;j<N;j++)o[j][i]=a[i][j];}
static void fw(const double*p,mat a,mat*e,int keep){for(I i=0;i<N;i++)for(I j=0;j<N;j++)a[i][j]=p[i*N+j]/16;memset(e,0,sizeof(mat));for(I i=0;i<N;i++)e[0][i][i]=1;
 for(I q=0;q<T;q++){mat t;mul(a,*e,t);e+=keep;for(I i=0;i<N;i++)for(I j=0;j<N;j++)e[0][i][j]=t[i][j]/(T-q)+(i==j);}
 for(I q=0;q<S;q++){mat t;mul(*e,*e,t);e+=keep;memcpy(*e,t,sizeof t);}}
static void primal(void){mat b,e;for(I m=0;m<M;m++){fw(a+m*N*N,b,&e,0);memcpy(o+m*N*N,e,sizeof e);}result(o,M*N*N);}
static void grad(void){for(I m=0;m<M;m++){mat b,bt,g,t,x,z,B={{0}};fw(a+m*N*N,b,e,1);memcpy(g,y+m*N*N,sizeof g);
 for(I q=T+S;q-->T;){tr(e[q],t);mul(g,t,x);mul(t,g,z);for(I i=0;i<N;i++)for(I j=0;j<N;j++)g[i][j]=x[i][j]+z[i][j];}
 tr(b,bt);for(I q=T;q--;){for(I i=0;i<N;i++)for(I j=0;j<N;j++)g[i][j]/=T-q;tr(e[q],t);mul(g,t,x);for(I i=0;i<N;i++)for(I j=0;j<N;j++)B[i][j]+=x[i][j];mul(bt,g,x);memcpy(g,x,sizeof g);}
 for(I i=0;i<N;i++)for(I j=0;j<N;j++)ab[(m*N+i)*N+j]=B[i][j]/16;}result(ab,M*N*N);}
