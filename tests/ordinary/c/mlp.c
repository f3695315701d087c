#include "lg.h"
enum{N=256,DI=64,H=64,C=10}; static double*w,*b,*v,*e,*xs,*wb,*bb,*vb,*eb,*h,*y; static I*ts; static double wt[DI*H],vt[H*C];
static void setup(void){w=MAT(H,DI,-.2,.2);b=VEC(H,-.1,.1);v=MAT(C,H,-.2,.2);e=VEC(C,-.1,.1);xs=MAT(N,DI,-1,1);ts=raw(N*8);for(I i=0;i<N;i++)ts[i]=(I)(rnd()*C);put_i64(ts,1,D(N));wb=reals(H*DI);bb=reals(H);vb=reals(C*H);eb=reals(C);h=reals(N*H);y=reals(N*C);}
static void tr(void){for(I i=0;i<H;i++)for(I j=0;j<DI;j++)wt[j*H+i]=w[i*DI+j];for(I i=0;i<C;i++)for(I j=0;j<H;j++)vt[j*C+i]=v[i*H+j];}
static double fw(I n){double*R x=xs+n*DI,*R z=h+n*H,*R o=y+n*C,a[H],m=-1e300,s=0;memcpy(a,b,H*8);for(I j=0;j<DI;j++){double c=x[j];for(I i=0;i<H;i++)a[i]+=wt[j*H+i]*c;}for(I i=0;i<H;i++)z[i]=tanh(a[i]);
 memcpy(o,e,C*8);for(I j=0;j<H;j++)for(I i=0;i<C;i++)o[i]+=vt[j*C+i]*z[j];double t=o[ts[n]];for(I i=0;i<C;i++)m=fmax(m,o[i]);for(I i=0;i<C;i++)s+=o[i]=exp(o[i]-m);for(I i=0;i<C;i++)o[i]/=s;return m+log(s)-t;}
static void primal(void){tr();double r=0;for(I n=0;n<N;n++)r+=fw(n);result1(r/N);}
static void grad(void){tr();memset(wb,0,H*DI*8);memset(bb,0,H*8);memset(vb,0,C*H*8);memset(eb,0,C*8);for(I n=0;n<N;n++){fw(n);double*R x=xs+n*DI,*R z=h+n*H,*R o=y+n*C,g[H]={0};o[ts[n]]-=1;
 for(I i=0;i<C;i++){double q=o[i]/N;eb[i]+=q;for(I j=0;j<H;j++){vb[i*H+j]+=q*z[j];g[j]+=q*v[i*H+j];}}
 for(I i=0;i<H;i++){double q=g[i]*(1-z[i]*z[i]);bb[i]+=q;for(I j=0;j<DI;j++)wb[i*DI+j]+=q*x[j];}}result(wb,H*DI);result(bb,H);result(vb,C*H);result(eb,C);}
