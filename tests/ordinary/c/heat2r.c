#include "lg.h"
enum{N=128,M=120,T=30}; static double*k,*u0,*y,*U,*kb,*ub,*vb,*w;
static void setup(void){put_int(T);k=MAT(N,M,.05,.2);u0=MAT(N,M,-1,1);y=MAT(N,M,-1,1);U=reals(N*M*(T+1));kb=reals(N*M);ub=reals(N*M);vb=reals(N*M);w=reals(N*M);}
static const double*row(const double*u,I i){return u+(i<0?0:i>=N?N-1:i)*M;}
static void st(const double*R k,const double*R u,double*R v){for(I i=0;i<N;i++){const double*R a=row(u,i-1),*R b=row(u,i+1),*R x=u+i*M,*R c=k+i*M;double*R z=v+i*M;
 z[0]=x[0]+c[0]*(a[0]+b[0]+x[0]+x[1]-4*x[0]);for(I j=1;j<M-1;j++)z[j]=x[j]+c[j]*(a[j]+b[j]+x[j-1]+x[j+1]-4*x[j]);z[M-1]=x[M-1]+c[M-1]*(a[M-1]+b[M-1]+x[M-2]+x[M-1]-4*x[M-1]);}}
static void primal(void){memcpy(U,u0,N*M*8);for(int t=0;t<T;t++)st(k,U+(t&1)*N*M,U+(~t&1)*N*M);result(U+(T&1)*N*M,N*M);}
static void back(const double*R k,const double*R u,const double*R g,double*R h,double*R kb,double*R w){for(I i=0;i<N*M;i++)w[i]=k[i]*g[i];
 for(I i=0;i<N;i++){const double*R a=row(u,i-1),*R b=row(u,i+1),*R x=u+i*M,*R p=row(w,i-1),*R q=row(w,i+1),*R r=w+i*M,*R d=g+i*M;double*R z=h+i*M,*R s=kb+i*M;
 s[0]+=d[0]*(a[0]+b[0]+x[1]-3*x[0]);z[0]=d[0]+p[0]+q[0]+r[1]-3*r[0];
 for(I j=1;j<M-1;j++){s[j]+=d[j]*(a[j]+b[j]+x[j-1]+x[j+1]-4*x[j]);z[j]=d[j]+p[j]+q[j]+r[j-1]+r[j+1]-4*r[j];}
 s[M-1]+=d[M-1]*(a[M-1]+b[M-1]+x[M-2]-3*x[M-1]);z[M-1]=d[M-1]+p[M-1]+q[M-1]+r[M-2]-3*r[M-1];}}
static void grad(void){memcpy(U,u0,N*M*8);for(int t=0;t<T;t++)st(k,U+t*N*M,U+(t+1)*N*M);memset(kb,0,N*M*8);memcpy(ub,y,N*M*8);for(int t=T-1;t>=0;t--){back(k,U+t*N*M,ub,vb,kb,w);double*x=ub;ub=vb;vb=x;}result(kb,N*M);result(ub,N*M);}
