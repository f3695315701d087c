#include "lg.h"
enum{T=300,K=24}; static double*e,*a,*eb,*ab,*al; static I*y;
static void setup(void){e=MAT(T,K,-1,1);a=MAT(K,K,-1,1);y=raw(T*8);for(I i=0;i<T;i++)y[i]=(I)(rnd()*K);put_i64(y,1,D(T));eb=reals(T*K);ab=reals(K*K);al=reals(T*K);}
static double fw(void){memcpy(al,e,K*8);for(I i=1;i<T;i++){const double*R p=al+(i-1)*K;double m[K],s[K];for(I j=0;j<K;j++)m[j]=-1e300,s[j]=0;
 for(I l=0;l<K;l++)for(I j=0;j<K;j++){double z=p[l]+a[l*K+j];m[j]=z>m[j]?z:m[j];}for(I l=0;l<K;l++)for(I j=0;j<K;j++)s[j]+=exp(p[l]+a[l*K+j]-m[j]);for(I j=0;j<K;j++)al[i*K+j]=e[i*K+j]+m[j]+log(s[j]);}
 const double*R q=al+(T-1)*K;double m=-1e300,s=0;for(I j=0;j<K;j++)m=q[j]>m?q[j]:m;for(I j=0;j<K;j++)s+=exp(q[j]-m);return m+log(s);}
static double gold(void){double s=0;for(I i=0;i<T;i++)s+=e[i*K+y[i]]+(i>0?a[y[i-1]*K+y[i]]:0);return s;}
static void primal(void){result1(fw()-gold());}
static void grad(void){double z=fw(),g[K],n[K];memset(ab,0,K*K*8);for(I j=0;j<K;j++)g[j]=exp(al[(T-1)*K+j]-z);
 for(I i=T-1;i>0;i--){const double*R p=al+(i-1)*K;double c[K];for(I j=0;j<K;j++)eb[i*K+j]=g[j],c[j]=al[i*K+j]-e[i*K+j];for(I l=0;l<K;l++){double t=0;for(I j=0;j<K;j++){double x=g[j]*exp(p[l]+a[l*K+j]-c[j]);ab[l*K+j]+=x;t+=x;}n[l]=t;}memcpy(g,n,K*8);}
 memcpy(eb,g,K*8);for(I i=0;i<T;i++){eb[i*K+y[i]]-=1;if(i>0)ab[y[i-1]*K+y[i]]-=1;}result(eb,T*K);result(ab,K*K);}
