#include "lg.h"
enum{N=30000,K=20,T=6}; static double*w,*p,*c,*s,*cs,*l,*cl,*pb,*cb,*sb;static I*at;
/* stars of length one, centres of each round and what stars went to are kept; l, cl: the inverse lengths */
static void setup(void){put_int(T);w=VEC(N,.2,1);p=MAT(N,3,-1,1);c=MAT(K,3,-1,1);s=reals(3*N);l=reals(N);cs=reals((T+1)*3*K);cl=reals((T+1)*K);at=ints((T+1)*N);pb=reals(3*N);cb=reals(3*K);sb=reals(3*K);}
static inline double unit(double*x){double l=1/sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]);x[0]*=l;x[1]*=l;x[2]*=l;return l;}
static inline void unback(const double*u,double l,double*g){double d=u[0]*g[0]+u[1]*g[1]+u[2]*g[2];for(int e=0;e<3;e++)g[e]=l*(g[e]-d*u[e]);}
static double run(int keep){memcpy(s,p,N*24);for(I i=0;i<N;i++)l[i]=unit(s+3*i);memcpy(cs,c,K*24);for(I j=0;j<K;j++)cl[j]=unit(cs+3*j);double v=0;
 for(int t=0;;t++){double*R x=cs+(keep?t*3*K:0),*k=cl+(keep?t*K:0),n[3*K];I*a=at+(keep?t*N:0);for(I j=0;j<3*K;j++)n[j]=.01*x[j];
  for(I i=0;i<N;i++){double*q=s+3*i,b=-2;I m=0;for(I j=0;j<K;j++){double d=q[0]*x[3*j]+q[1]*x[3*j+1]+q[2]*x[3*j+2];if(d>b){b=d;m=j;}}a[i]=m;if(t==T)v+=w[i]*b;else for(int e=0;e<3;e++)n[3*m+e]+=w[i]*q[e];}
  if(t==T)return v/N;
  if(keep){x+=3*K;k+=K;}memcpy(x,n,K*24);for(I j=0;j<K;j++)k[j]=unit(x+3*j);}}
static void primal(void){result1(run(0));}
static void grad(void){run(1);memset(cb,0,K*24);double*x=cs+T*3*K;I*a=at+T*N;for(I i=0;i<N;i++){I m=a[i];for(int e=0;e<3;e++){pb[3*i+e]=w[i]*x[3*m+e]/N;cb[3*m+e]+=w[i]*s[3*i+e]/N;}}
 for(int t=T;t--;){a=at+t*N;for(I j=0;j<K;j++)unback(cs+((t+1)*K+j)*3,cl[(t+1)*K+j],cb+3*j);for(I i=0;i<N;i++)for(int e=0;e<3;e++)pb[3*i+e]+=w[i]*cb[3*a[i]+e];for(I j=0;j<3*K;j++)cb[j]*=.01;}
 for(I j=0;j<K;j++)unback(cs+3*j,cl[j],cb+3*j);for(I i=0;i<N;i++)unback(s+3*i,l[i],pb+3*i);result(pb,3*N);result(cb,3*K);}
