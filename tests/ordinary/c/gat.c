#include "lg.h"
enum{N=6000,X=24,K=16,M=16}; static double*w,*a,*b,*h,*z,*p,*q,*wb,*ab,*bb,*zb,*pb,wt[X*K]; static I*src,*dst,*st;
static void setup(void){w=MAT(K,X,-.4,.4);a=VEC(K,-1,1);b=VEC(K,-1,1);h=MAT(N,X,-1,1);st=raw((N+1)*8);for(I i=0;i<N;i++)st[i+1]=st[i]+1+(I)(rnd()*M);I e=st[N];src=raw(e*8);dst=raw(e*8);for(I i=0;i<N;i++)for(I t=st[i];t<st[i+1];t++){src[t]=(I)(rnd()*N);dst[t]=i;}
 put_i64(src,1,D(e));put_i64(dst,1,D(e));put_i64(st,1,D(N+1));z=reals(N*K);p=reals(N);q=reals(N);wb=reals(K*X);ab=reals(K);bb=reals(K);zb=reals(N*K);pb=reals(N);}
static void fw(void){for(I i=0;i<K;i++)for(I j=0;j<X;j++)wt[j*K+i]=w[i*X+j];for(I v=0;v<N;v++){double r[K]={0},x=0,y=0;for(I j=0;j<X;j++){double c=h[v*X+j];for(I i=0;i<K;i++)r[i]+=c*wt[j*K+i];}for(I i=0;i<K;i++){x+=a[i]*r[i];y+=b[i]*r[i];}p[v]=x;q[v]=y;memcpy(z+v*K,r,sizeof r);}}
static inline double leaky(double x){return x>0?x:.2*x;}
/* the weights of the edges of a node, and its mean */
static inline void node(I v,double*R s,double*R o){I f=st[v],n=st[v+1]-f;double m=-INFINITY,c=0;for(I t=0;t<n;t++){s[t]=leaky(p[src[f+t]]+q[v]);m=s[t]>m?s[t]:m;}for(I t=0;t<n;t++)c+=s[t]=exp(s[t]-m);c=1/c;for(I j=0;j<K;j++)o[j]=0;for(I t=0;t<n;t++){double g=s[t]*=c,*r=z+src[f+t]*K;for(I j=0;j<K;j++)o[j]+=g*r[j];}}
static void primal(void){fw();double l=0,s[M],o[K];for(I v=0;v<N;v++){node(v,s,o);for(I j=0;j<K;j++)l+=o[j]*o[j];}result1(l);}
static void grad(void){fw();memset(zb,0,N*K*8);memset(pb,0,N*8);memset(wb,0,K*X*8);memset(ab,0,K*8);memset(bb,0,K*8);for(I v=0;v<N;v++){double s[M],o[K],y=0,qb=0;I f=st[v],n=st[v+1]-f;node(v,s,o);for(I j=0;j<K;j++){y+=2*o[j]*o[j];o[j]*=2;}
  for(I t=0;t<n;t++){I u=src[f+t];double*R r=z+u*K,*R g=zb+u*K,x=0;for(I j=0;j<K;j++){x+=o[j]*r[j];g[j]+=s[t]*o[j];}x=s[t]*(x-y);if(p[u]+q[v]<=0)x*=.2;pb[u]+=x;qb+=x;}
  double*r=z+v*K,*g=zb+v*K;for(I j=0;j<K;j++){bb[j]+=qb*r[j];g[j]+=qb*b[j];}}
 for(I v=0;v<N;v++){double*R r=z+v*K,*R g=zb+v*K,*R x=h+v*X,c=pb[v];for(I i=0;i<K;i++){ab[i]+=c*r[i];double f=g[i]+c*a[i];for(I j=0;j<X;j++)wb[i*X+j]+=f*x[j];}}
 result(wb,K*X);result(ab,K);result(bb,K);}
