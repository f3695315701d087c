#include "lg.h"
enum{N=200000,K=64}; static double*xs,*want,*xb; static double h[K],g[K];
static void setup(void){xs=VEC(N,0.01,.99);want=VEC(K,1000,5000);xb=reals(N);}
static double place(double x,I*i){double p=fmax(0,fmin(K-1.000001,x*(K-1)));*i=(I)p;return p-*i;}
static void fw(void){memset(h,0,K*8);for(I n=0;n<N;n++){I i;double f=place(xs[n],&i);h[i]+=1-f;h[i+1]+=f;}}
static void primal(void){fw();double r=0;for(I k=0;k<K;k++)r+=(h[k]-want[k])*(h[k]-want[k]);result1(r);}
static void grad(void){fw();for(I k=0;k<K;k++)g[k]=2*(h[k]-want[k])*(K-1);for(I n=0;n<N;n++){I i;place(xs[n],&i);xb[n]=g[i+1]-g[i];}result(xb,N);}
