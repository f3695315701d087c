#include "lg.h"
enum{H=180,W=200,K=9}; enum{R_=K/2,N=H*W*3}; static double*y,*x,*ker,*s,*t,*xb,*kb,*sb,*tb,glow=.6,ev=1.5,out[2];static const double lw[3]={.2126,.7152,.0722};
static void setup(void){y=raw(N*8);for(I i=0;i<N;i++)y[i]=rnd();put_f64(y,3,D(H,W,3));x=raw(N*8);for(I i=0;i<N;i++)x[i]=.1+2*rnd();put_f64(x,3,D(H,W,3));ker=VEC(K,.05,.2);put_real(glow);put_real(ev);s=reals(N);t=reals(N);xb=reals(N);sb=reals(N);tb=reals(N);kb=reals(K);}
static inline I clampi(I i,I n){return i<0?0:i>=n?n-1:i;}
/* along rows into s, along columns into t */
static void blur(void){for(I i=0;i<H;i++){const double*R p=x+i*W*3;double*R q=s+i*W*3;memset(q,0,W*24);for(int d=-R_;d<=K-1-R_;d++){double a=ker[d+R_];I lo=d<0?-d:0,hi=d>0?W-d:W;if(hi<0)hi=0;if(lo>W)lo=W;
   for(I j=0;j<lo;j++)for(int e=0;e<3;e++)q[3*j+e]+=a*p[e];for(I j=3*lo;j<3*hi;j++)q[j]+=a*p[j+3*d];for(I j=hi;j<W;j++)for(int e=0;e<3;e++)q[3*j+e]+=a*p[3*(W-1)+e];}}
 for(I i=0;i<H;i++){double*R q=t+i*W*3;memset(q,0,W*24);for(int d=0;d<K;d++){double a=ker[d];const double*R p=s+clampi(i+d-R_,H)*W*3;for(I j=0;j<3*W;j++)q[j]+=a*p[j];}}}
static void primal(void){blur();double l=0;for(I i=0;i<N;i+=3){double v[3],u=1;for(int e=0;e<3;e++){v[e]=ev*(x[i+e]+glow*t[i+e]);u+=lw[e]*v[e];}u=1/u;for(int e=0;e<3;e++){double d=pow(v[e]*u,.45)-y[i+e];l+=d*d;}}result1(l);}
static void grad(void){blur();double gb=0,eb=0;memset(kb,0,K*8);memset(sb,0,N*8);
 for(I i=0;i<N;i+=3){double v[3],u=1,ub=0,vb[3];for(int e=0;e<3;e++){v[e]=ev*(x[i+e]+glow*t[i+e]);u+=lw[e]*v[e];}u=1/u;
  for(int e=0;e<3;e++){double z=v[e]*u,o=pow(z,.45),g=2*(o-y[i+e])*.45*o/z;vb[e]=g*u;ub+=g*v[e];}
  ub*=-u*u;for(int e=0;e<3;e++){double g=vb[e]+ub*lw[e];eb+=g*v[e];g*=ev;gb+=g*t[i+e];xb[i+e]=g;tb[i+e]=g*glow;}}
 for(I i=0;i<H;i++){const double*R q=tb+i*W*3;for(int d=0;d<K;d++){I r=clampi(i+d-R_,H)*W*3;double a=ker[d],k=0,*R b=sb+r;const double*R p=s+r;for(I j=0;j<3*W;j++){k+=q[j]*p[j];b[j]+=a*q[j];}kb[d]+=k;}}
 for(I i=0;i<H;i++){const double*R p=x+i*W*3,*R q=sb+i*W*3;double*R b=xb+i*W*3;for(int d=-R_;d<=K-1-R_;d++){double a=ker[d+R_],k=0;I lo=d<0?-d:0,hi=d>0?W-d:W;if(hi<0)hi=0;if(lo>W)lo=W;
   for(I j=0;j<lo;j++)for(int e=0;e<3;e++){k+=q[3*j+e]*p[e];b[e]+=a*q[3*j+e];}for(I j=3*lo;j<3*hi;j++){k+=q[j]*p[j+3*d];b[j+3*d]+=a*q[j];}for(I j=hi;j<W;j++)for(int e=0;e<3;e++){k+=q[3*j+e]*p[3*(W-1)+e];b[3*(W-1)+e]+=a*q[3*j+e];}kb[d+R_]+=k;}}
 out[0]=gb;out[1]=eb/ev;result(xb,N);result(kb,K);result(out,2);}
