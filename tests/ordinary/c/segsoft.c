#include "lg.h"
enum{G=4000,K=8,M=12}; static double*w,*x,*s,*wb; static I*st,*ch,N;
static void setup(void){w=VEC(K,-1,1);st=raw((G+1)*8);ch=raw(G*8);for(I g=0;g<G;g++){I k=1+(I)(rnd()*M);ch[g]=N+(I)(rnd()*k);N+=k;st[g+1]=N;}x=MAT(N,K,-1,1);put_i64(st,1,D(G));put_i64(ch,1,D(G));s=reals(4*M);wb=reals(K);}
static inline double score(const double*r){double a=0;for(I k=0;k<K;k++)a+=r[k]*w[k];return a;}
static void primal(void){double l=0;for(I g=0;g<G;g++){I a=st[g],n=st[g+1]-a;double m=-INFINITY,z=0;for(I i=0;i<n;i++){s[i]=score(x+(a+i)*K);m=s[i]>m?s[i]:m;}for(I i=0;i<n;i++)z+=exp(s[i]-m);l+=s[ch[g]-a]-m-log(z);}result1(l);}
static void grad(void){double o[K]={0};for(I g=0;g<G;g++){I a=st[g],n=st[g+1]-a;double m=-INFINITY,z=0;for(I i=0;i<n;i++){s[i]=score(x+(a+i)*K);m=s[i]>m?s[i]:m;}for(I i=0;i<n;i++)z+=s[i]=exp(s[i]-m);z=1/z;for(I i=0;i<n;i++){double*r=x+(a+i)*K,q=-s[i]*z;for(I k=0;k<K;k++)o[k]+=q*r[k];}double*r=x+ch[g]*K;for(I k=0;k<K;k++)o[k]+=r[k];}memcpy(wb,o,K*8);result(wb,K);}
