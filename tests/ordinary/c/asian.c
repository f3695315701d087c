#include "lg.h"
enum{N=4000,T=50,B=8}; static double*p,*pb;
static void setup(void){put_int(N);put_int(T);p=raw(24);p[0]=1;p[1]=.2;p[2]=.03;put_f64(p,1,D(3));pb=reals(3);}
static inline uint64_t next(uint64_t s){return s*6364136223846793005u+1442695040888963407u;}
static void primal(void){double dt=1./T,dr=(p[2]-p[1]*p[1]/2)*dt,vol=p[1]*sqrt(dt),all=0;for(I i=0;i<N;i+=B){uint64_t g[B];double s[B],sum[B];for(int b=0;b<B;b++){g[b]=next(next((uint64_t)(i+b)*0x9E3779B97F4A7C15u));s[b]=p[0];sum[b]=0;}
 for(int k=0;k<T;k++)for(int b=0;b<B;b++){g[b]=next(g[b]);double z=3.4641016151377544*((double)(g[b]>>11)*0x1p-53-.5);s[b]*=exp(dr+vol*z);sum[b]+=s[b];}
 for(int b=0;b<B&&i+b<N;b++)all+=fmax(0,sum[b]/T-1);}result1(exp(-p[2])*all/N);}
/* s_t = s_0 exp(t drift + vol W_t): the derivatives of each price are known with it */
static void grad(void){double dt=1./T,sq=sqrt(dt),dr=(p[2]-p[1]*p[1]/2)*dt,vol=p[1]*sq,all=0,A=0,C=0,E=0;for(I i=0;i<N;i+=B){uint64_t g[B];double s[B],sum[B],w[B],a[B],c[B];for(int b=0;b<B;b++){g[b]=next(next((uint64_t)(i+b)*0x9E3779B97F4A7C15u));s[b]=p[0];sum[b]=w[b]=a[b]=c[b]=0;}
 for(int k=0;k<T;k++){double t=(k+1)*dt;for(int b=0;b<B;b++){g[b]=next(g[b]);double z=3.4641016151377544*((double)(g[b]>>11)*0x1p-53-.5);w[b]+=z;s[b]*=exp(dr+vol*z);sum[b]+=s[b];a[b]+=s[b]*(sq*w[b]-p[1]*t);c[b]+=s[b]*t;}}
 for(int b=0;b<B&&i+b<N;b++)if(sum[b]/T-1>0){all+=sum[b]/T-1;A+=sum[b]/p[0];C+=a[b];E+=c[b];}}
 double d=exp(-p[2])/N;pb[0]=d*A/T;pb[1]=d*C/T;pb[2]=d*E/T-d*all;result(pb,3);}
