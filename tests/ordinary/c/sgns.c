#include "lg.h"
enum{N=800,E=32,P=12000,K=5}; static I*w,*c;static double r=.3,*u0,*v0,*u,*v,*ys,*xs,*qs,*ub,*vb,*rb;
/* a pair's rows before its step are kept */
static void setup(void){w=raw(P*8);c=raw(P*K*8);for(I i=0;i<P;i++){w[i]=(I)(rnd()*rnd()*N);for(I j=0;j<K;j++){again:;I t=(I)(rnd()*rnd()*N);for(I l=0;l<j;l++)if(c[i*K+l]==t)goto again;c[i*K+j]=t;}}
 put_i64(w,1,D(P));put_i64(c,2,D(P,K));put_real(r);u0=MAT(N,E,-.5,.5);v0=MAT(N,E,-.5,.5);u=reals(N*E);v=reals(N*E);ys=reals(P*K*E);xs=reals(P*E);qs=reals(P*K);ub=reals(N*E);vb=reals(N*E);rb=reals(1);}
static double run(int keep){double l=0;memcpy(u,u0,N*E*8);memcpy(v,v0,N*E*8);for(I i=0;i<P;i++){double*R x=u+w[i]*E,d[E];memset(d,0,E*8);if(keep)memcpy(xs+i*E,x,E*8);
  for(I j=0;j<K;j++){double*R y=v+c[i*K+j]*E,z=0;if(keep)memcpy(ys+(i*K+j)*E,y,E*8);for(I e=0;e<E;e++)z+=x[e]*y[e];double h=exp(-z),q=1/(1+h),g=r*((j==0)-q);if(keep)qs[i*K+j]=q;else l+=log(1+h)+(j?z:0);
   for(I e=0;e<E;e++){d[e]+=g*y[e];y[e]+=g*x[e];}}
  for(I e=0;e<E;e++)x[e]+=d[e];}return l;}
static void primal(void){result1(run(0));}
static void grad(void){run(1);double rr=0;memset(ub,0,N*E*8);memset(vb,0,N*E*8);
 for(I i=P;i--;){double*R o=ub+w[i]*E,*R x=xs+i*E,d[E],s[E];memcpy(d,o,E*8);memcpy(s,o,E*8);
  for(I j=K;j--;){double*R p=vb+c[i*K+j]*E,*R y=ys+(i*K+j)*E,q=qs[i*K+j],t=(j==0)-q,g=r*t,gb=0;for(I e=0;e<E;e++)gb+=d[e]*y[e]+p[e]*x[e];
   rr+=gb*t;double z=-t-gb*r*q*(1-q);for(I e=0;e<E;e++){s[e]+=g*p[e]+z*y[e];p[e]+=g*d[e]+z*x[e];}}
  memcpy(o,s,E*8);}
 *rb=rr;result(rb,1);result(ub,N*E);result(vb,N*E);}
