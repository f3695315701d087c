#include "lg.h"
enum{N=200}; static double*A,*Q,*C,*B,*G,*S;
static void setup(void){A=raw(N*N*8);for(I i=0;i<N;i++)for(I j=0;j<N;j++)A[i*N+j]=rnd()+(i==j?N/8:0);put_f64(A,2,D(N,N));Q=reals(N*N);C=reals(N*N);B=reals(N*N);G=reals(N*N);}
static inline double dot(const double*R a,const double*R b){double s[8]={0};I k=0,n=N;for(;k+8<=n;k+=8)for(I q=0;q<8;q++)s[q]+=a[k+q]*b[k+q];double t=0;for(;k<n;k++)t+=a[k]*b[k];return t+((s[0]+s[1])+(s[2]+s[3]))+((s[4]+s[5])+(s[6]+s[7]));}
static inline void axpy(double c,const double*R x,double*R y){for(I k=0;k<N;k++)y[k]+=c*x[k];}
/* columns of q are rows of Q */
static void qr(void){for(I i=0;i<N;i++)for(I j=0;j<N;j++)Q[j*N+i]=A[i*N+j];
 for(I j=0;j<N;j++){double*R q=Q+j*N;double d=sqrt(dot(q,q));C[j*N+j]=d;for(I i=0;i<N;i++)q[i]/=d;for(I k=j+1;k<N;k++){double r=dot(q,Q+k*N);C[j*N+k]=r;axpy(-r,q,Q+k*N);}}}
static void primal(void){qr();double s=0,t=0,u=0;for(I i=0;i<N;i++)s+=log(C[i*N+i]);for(I i=0;i<N*N;i++){t+=C[i];u+=Q[i];}result1(s+t/N+u);}
/* y' = y - r q is undone as it goes back */
static void grad(void){qr();for(I i=0;i<N*N;i++)B[i]=1;
 for(I j=N-1;j>=0;j--){double*R q=Q+j*N,*R qb=B+j*N;for(I k=N-1;k>j;k--){double*R y=Q+k*N,*R yb=B+k*N;double r=C[j*N+k],rb=1./N-dot(yb,q);
   for(I i=0;i<N;i++){y[i]+=r*q[i];qb[i]+=rb*y[i]-r*yb[i];yb[i]+=rb*q[i];}}
  double d=C[j*N+j],s=(1/d+1./N)-dot(qb,q)/d;for(I i=0;i<N;i++){qb[i]=qb[i]/d+s*q[i];q[i]*=d;}}
 for(I i=0;i<N;i++)for(I j=0;j<N;j++)G[i*N+j]=B[j*N+i];result(G,N*N);}
