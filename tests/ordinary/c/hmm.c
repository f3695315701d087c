#include "lg.h"
enum{S=32,K=16,T=500}; static double*f,*a,*e,*fb,*ab,*eb,*A,*Z; static I*o;
static void setup(void){f=VEC(S,.1,1);a=MAT(S,S,.01,1);e=MAT(S,K,.01,1);double s=0;for(I i=0;i<S;i++)s+=f[i];o=raw(T*8);for(I t=0;t<T;t++)o[t]=(I)(rnd()*K);put_i64(o,1,D(T));fb=reals(S);ab=reals(S*S);eb=reals(S*K);A=reals((T+1)*S);Z=reals(T);}
static double fw(void){memcpy(A,f,S*8);double l=0;for(I t=0;t<T;t++){double*R p=A+t*S,*R q=p+S,b[S]={0},z=0;for(I i=0;i<S;i++){double c=p[i];for(I j=0;j<S;j++)b[j]+=c*a[i*S+j];}for(I j=0;j<S;j++){b[j]*=e[j*K+o[t]];z+=b[j];}Z[t]=z;for(I j=0;j<S;j++)q[j]=b[j]/z;l+=log(z);}return l;}
static void primal(void){result1(fw());}
/* q = b / z, l += log z: b' = q'/z - (q'.q)/z + 1/z */
static void grad(void){fw();memset(ab,0,S*S*8);memset(eb,0,S*K*8);double g[S]={0};for(I t=T-1;t>=0;t--){double*R p=A+t*S,*R q=p+S,d=0,n[S],r[S];for(I j=0;j<S;j++)d+=g[j]*q[j];
 for(I j=0;j<S;j++){double x=(g[j]-d+1)/Z[t],w=e[j*K+o[t]];eb[j*K+o[t]]+=x*q[j]*Z[t]/w;r[j]=x*w;}
 for(I i=0;i<S;i++){double s=0,c=p[i];for(I j=0;j<S;j++){ab[i*S+j]+=c*r[j];s+=a[i*S+j]*r[j];}n[i]=s;}memcpy(g,n,S*8);}memcpy(fb,g,S*8);result(fb,S);result(ab,S*S);result(eb,S*K);}
