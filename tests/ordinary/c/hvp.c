#include "lg.h"
enum{N=512,DI=32,H=32}; static double*w,*v,*xs,*ys,*wb,*vb,*wd,*vd,*wh,*vh; static double wt[DI*H],dt[DI*H];
static void setup(void){w=MAT(H,DI,-.3,.3);v=VEC(H,-1,1);xs=MAT(N,DI,-1,1);ys=VEC(N,-1,1);wb=reals(H*DI);vb=reals(H);wh=reals(H*DI);vh=reals(H);wd=wb;vd=vb;}
static void pre(const double*R W,const double*R x,double*R a){memset(a,0,H*8);for(I j=0;j<DI;j++)for(I i=0;i<H;i++)a[i]+=W[j*H+i]*x[j];}
static void first(void){memset(wb,0,H*DI*8);memset(vb,0,H*8);for(I j=0;j<DI;j++)for(I i=0;i<H;i++)wt[j*H+i]=w[i*DI+j];for(I n=0;n<N;n++){double*R x=xs+n*DI,t[H],f=0;pre(wt,x,t);for(I i=0;i<H;i++){t[i]=tanh(t[i]);f+=v[i]*t[i];}double g=2*(f-ys[n])/N;for(I i=0;i<H;i++){vb[i]+=g*t[i];double q=g*v[i]*(1-t[i]*t[i]);for(I j=0;j<DI;j++)wb[i*DI+j]+=q*x[j];}}}
static void primal(void){first();double r=0;for(I i=0;i<H*DI;i++)r+=wb[i]*wb[i];for(I i=0;i<H;i++)r+=vb[i]*vb[i];result1(r);}
static void grad(void){first();memset(wh,0,H*DI*8);memset(vh,0,H*8);for(I j=0;j<DI;j++)for(I i=0;i<H;i++)dt[j*H+i]=wd[i*DI+j];for(I n=0;n<N;n++){double*R x=xs+n*DI,t[H],s[H],f=0,fd=0;pre(wt,x,t);pre(dt,x,s);
 for(I i=0;i<H;i++){t[i]=tanh(t[i]);s[i]*=1-t[i]*t[i];f+=v[i]*t[i];fd+=vd[i]*t[i]+v[i]*s[i];}double g=2*(f-ys[n])/N,gd=2*fd/N;
 for(I i=0;i<H;i++){double k=1-t[i]*t[i],q=gd*v[i]*k+g*vd[i]*k-2*g*v[i]*t[i]*s[i];vh[i]+=gd*t[i]+g*s[i];for(I j=0;j<DI;j++)wh[i*DI+j]+=q*x[j];}}result(wh,H*DI);result(vh,H);}
