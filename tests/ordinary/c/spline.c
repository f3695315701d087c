#include "lg.h"
enum{N=200,Q=20000}; static double*x,*y,*p,*w,*c,*d,*m,*q,*yb,*mb;
static void setup(void){x=raw(N*8);for(I i=0;i<N;i++)x[i]=(i+.5*rnd())/N;put_f64(x,1,D(N));y=VEC(N,-1,1);p=raw(Q*8);for(I k=0;k<Q;k++)p[k]=x[0]+(x[N-1]-x[0])*rnd()*.999;put_f64(p,1,D(Q));w=VEC(Q,-1,1);c=reals(N);d=reals(N);m=reals(N);q=reals(N);yb=reals(N);mb=reals(N);}
static void fit(void){c[0]=d[0]=0;for(I i=1;i<N-1;i++){double h=x[i]-x[i-1],k=x[i+1]-x[i],r=6*((y[i+1]-y[i])/k-(y[i]-y[i-1])/h);q[i]=2*(h+k)-h*c[i-1];c[i]=k/q[i];d[i]=(r-h*d[i-1])/q[i];}m[N-1]=m[0]=0;for(I i=N-2;i>0;i--)m[i]=d[i]-c[i]*m[i+1];}
static inline I place(double p){I a=0,b=N-1;while(b-a>1){I c=(a+b)/2;if(x[c]<=p)a=c;else b=c;}return a;}
static void primal(void){fit();double s=0;for(I k=0;k<Q;k++){I i=place(p[k]);double h=x[i+1]-x[i],a=(x[i+1]-p[k])/h,b=(p[k]-x[i])/h,v=a*y[i]+b*y[i+1]+((a*a*a-a)*m[i]+(b*b*b-b)*m[i+1])*h*h/6;s+=(v-w[k])*(v-w[k]);}result1(s);}
static void grad(void){fit();memset(yb,0,N*8);memset(mb,0,N*8);for(I k=0;k<Q;k++){I i=place(p[k]);double h=x[i+1]-x[i],a=(x[i+1]-p[k])/h,b=(p[k]-x[i])/h,e=(a*a*a-a)*h*h/6,f=(b*b*b-b)*h*h/6,v=a*y[i]+b*y[i+1]+e*m[i]+f*m[i+1],g=2*(v-w[k]);yb[i]+=g*a;yb[i+1]+=g*b;mb[i]+=g*e;mb[i+1]+=g*f;}
 /* the tridiagonal matrix is symmetric: solve for mb, r' = A^-1 mb */
 double*R db=d;db[0]=0;for(I i=1;i<N-1;i++)db[i]=(mb[i]-(x[i]-x[i-1])*db[i-1])/q[i];double z=0;for(I i=N-2;i>0;i--){z=db[i]-c[i]*z;double h=x[i]-x[i-1],k=x[i+1]-x[i];yb[i+1]+=6*z/k;yb[i]-=6*z/k+6*z/h;yb[i-1]+=6*z/h;}result(yb,N);}
