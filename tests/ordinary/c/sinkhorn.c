#include "lg.h"
enum{N=100,M=80,T=20}; static double*c,*a,*b,*k,*u,*v,*kb,*cb;
static void setup(void){put_int(T);c=MAT(N,M,0,1);a=VEC(N,.5,1);b=VEC(M,.5,1);k=reals(N*M);u=reals((T+1)*N);v=reals((T+1)*M);kb=reals(N*M);cb=reals(N*M);}
static double fw(void){for(I i=0;i<N*M;i++)k[i]=exp(-5*c[i]);for(I j=0;j<M;j++)v[j]=1;for(int t=1;t<=T;t++){double*R x=u+t*N,*R o=v+(t-1)*M,*R w=v+t*M;for(I j=0;j<M;j++)w[j]=0;for(I i=0;i<N;i++){double s=0;double*R r=k+i*M;for(I j=0;j<M;j++)s+=r[j]*o[j];x[i]=a[i]/s;for(I j=0;j<M;j++)w[j]+=r[j]*x[i];}for(I j=0;j<M;j++)w[j]=b[j]/w[j];}
 double l=0;double*x=u+T*N,*w=v+T*M;for(I i=0;i<N;i++){double s=0;for(I j=0;j<M;j++)s+=k[i*M+j]*w[j]*c[i*M+j];l+=s*x[i];}return l;}
static void primal(void){result1(fw());}
static void grad(void){fw();double*x=u+T*N,*w=v+T*M,ub[N],vb[M]={0},q[M];for(I i=0;i<N;i++){double s=0;for(I j=0;j<M;j++){double p=k[i*M+j]*c[i*M+j];s+=p*w[j];vb[j]+=p*x[i];kb[i*M+j]=x[i]*w[j]*c[i*M+j];cb[i*M+j]=x[i]*w[j]*k[i*M+j];}ub[i]=s;}
 for(int t=T;t;t--){double*R x=u+t*N,*R o=v+(t-1)*M,*R w=v+t*M;for(I j=0;j<M;j++){q[j]=-vb[j]*w[j]*w[j]/b[j];vb[j]=0;}
  for(I i=0;i<N;i++){double*R r=k+i*M,*R rb=kb+i*M,g=t==T?ub[i]:0;for(I j=0;j<M;j++)g+=r[j]*q[j];double p=-g*x[i]*x[i]/a[i];for(I j=0;j<M;j++){rb[j]+=q[j]*x[i]+p*o[j];vb[j]+=p*r[j];}}}
 for(I i=0;i<N*M;i++)cb[i]-=5*kb[i]*k[i];result(cb,N*M);}
