#include "lg.h"
enum{N=3000,F=12,T=24,DD=6}; enum{L=1<<DD}; static double*x,*y,*c,*s,*v,*p,*e,*cb,*sb,*vb; static I*f;
/* tree by tree; answers are kept */
static void setup(void){f=raw(T*DD*8);for(I i=0;i<T*DD;i++)f[i]=(I)(rnd()*F);put_i64(f,2,D(T,DD));x=MAT(N,F,-1,1);y=VEC(N,-1,1);c=MAT(T,DD,-.5,.5);s=MAT(T,DD,1,5);v=MAT(T,L,-1,1);
 p=reals(T*N*DD);e=reals(N);cb=reals(T*DD);sb=reals(T*DD);vb=reals(T*L);}
static void run(int keep){memset(e,0,N*8);for(I t=0;t<T;t++)for(I i=0;i<N;i++){double w[L],*q=p+(keep?(t*N+i)*DD:0);memcpy(w,v+t*L,L*8);
  for(int d=DD;d--;){int h=1<<d;q[d]=1/(1+exp(-s[t*DD+d]*(x[i*F+f[t*DD+d]]-c[t*DD+d])));for(int m=0;m<h;m++)w[m]+=q[d]*(w[m+h]-w[m]);}e[i]+=w[0];}}
static void primal(void){run(0);double l=0;for(I i=0;i<N;i++)l+=(e[i]-y[i])*(e[i]-y[i]);result1(l/N);}
/* level d of w begins at 2^d, the leaves last */
static void grad(void){run(1);memset(vb,0,T*L*8);for(I i=0;i<N;i++)e[i]=2*(e[i]-y[i])/N;
 for(I t=0;t<T;t++){double gc[DD]={0},gs[DD]={0};for(I i=0;i<N;i++){double w[2*L],g[L],*q=p+(t*N+i)*DD;memcpy(w+L,v+t*L,L*8);
   for(int d=DD;d--;){int h=1<<d;double*R a=w+2*h,*R b=w+h;for(int m=0;m<h;m++)b[m]=a[m]+q[d]*(a[m+h]-a[m]);}
   g[0]=e[i];for(int d=0;d<DD;d++){int h=1<<d;double*R a=w+2*h,u=0;for(int m=0;m<h;m++){double z=g[m];u+=z*(a[m+h]-a[m]);g[m+h]=q[d]*z;g[m]=(1-q[d])*z;}
    u*=q[d]*(1-q[d]);gs[d]+=u*(x[i*F+f[t*DD+d]]-c[t*DD+d]);gc[d]-=u*s[t*DD+d];}
   for(int m=0;m<L;m++)vb[t*L+m]+=g[m];}
  memcpy(cb+t*DD,gc,DD*8);memcpy(sb+t*DD,gs,DD*8);}
 result(cb,T*DD);result(sb,T*DD);result(vb,T*L);}
