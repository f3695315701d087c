#include "lg.h"
enum{N=2000,M=1200,K=5}; static double*y,*x,*v,*q,*xb,*vb,*qb,ds[N];
static void setup(void){put_int(K);y=VEC(M,-1,1);x=MAT(N,3,0,1);v=VEC(N,-1,1);q=MAT(M,3,0,1);xb=reals(3*N);vb=reals(N);qb=reals(3*M);}
static double ask(const double*p,double*top,I*at,double*w,double*sum){for(I i=0;i<N;i++){double a=x[3*i]-p[0],b=x[3*i+1]-p[1],c=x[3*i+2]-p[2];ds[i]=a*a+b*b+c*c;}
 for(int r=0;r<K;r++){top[r]=INFINITY;at[r]=-1;}for(I i=0;i<N;i++){double d=ds[i];if(d<top[K-1]){int j=K-1;for(;j&&top[j-1]>d;j--){top[j]=top[j-1];at[j]=at[j-1];}top[j]=d;at[j]=i;}}
 double s=0,t=0;for(int r=0;r<K;r++){w[r]=exp(-2*top[r]/top[K-1]);s+=w[r]*v[at[r]];t+=w[r];}*sum=t;return s/t;}
static void primal(void){double l=0,top[K],w[K],t;I at[K];for(I i=0;i<M;i++){double d=ask(q+3*i,top,at,w,&t)-y[i];l+=d*d;}result1(l/M);}
static void grad(void){memset(xb,0,N*24);memset(vb,0,N*8);double top[K],w[K],db[K],t;I at[K];
 for(I i=0;i<M;i++){double z=ask(q+3*i,top,at,w,&t),g=2*(z-y[i])/M/t,f=top[K-1],fb=0,qx=0,qy=0,qz=0;for(int r=0;r<K;r++){I j=at[r];vb[j]+=g*w[r];double e=g*(v[j]-z)*w[r];db[r]=-2*e/f;fb+=2*e*top[r]/(f*f);}
  db[K-1]+=fb;for(int r=0;r<K;r++){I j=3*at[r];double e=2*db[r],a=e*(x[j]-q[3*i]),b=e*(x[j+1]-q[3*i+1]),c=e*(x[j+2]-q[3*i+2]);xb[j]+=a;xb[j+1]+=b;xb[j+2]+=c;qx-=a;qy-=b;qz-=c;}qb[3*i]=qx;qb[3*i+1]=qy;qb[3*i+2]=qz;}
 result(xb,3*N);result(vb,N);result(qb,3*M);}
