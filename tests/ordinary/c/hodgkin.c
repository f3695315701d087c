#include "lg.h"
enum{K=80,T=300}; static double dt=.02,*w,*cur,*v0,*ys,*wb,*ib,*vb,*G,*d,*g;
/* states are kept by variable: v n m h s; rates and their derivatives are made again on the way back */
static void setup(void){put_int(T);put_real(dt);w=MAT(K,K,0,.02);cur=VEC(K,5,20);v0=VEC(K,-66.3,-55.2);ys=reals((T+1)*5*K);wb=reals(K*K);ib=reals(K);vb=reals(K);G=reals(T*K);d=reals(K);g=reals(5*K);}
typedef struct{double an,bn,am,bm,ah,bh;} Ra;
static inline Ra rates(double v){Ra r={.01*(v+55)/(1-exp(-(v+55)/10)),.125*exp(-(v+65)/80),.1*(v+40)/(1-exp(-(v+40)/10)),4*exp(-(v+65)/18),.07*exp(-(v+65)/20),1/(1+exp(-(v+35)/10))};return r;}
static void start(double*R y){for(I j=0;j<K;j++){Ra r=rates(v0[j]);y[j]=v0[j];y[K+j]=r.an/(r.an+r.bn);y[2*K+j]=r.am/(r.am+r.bm);y[3*K+j]=r.ah/(r.ah+r.bh);y[4*K+j]=0;}}
static void drive(const double*R s){for(I a=0;a<K;a++){double x=0;for(I b=0;b<K;b++)x+=w[a*K+b]*s[b];d[a]=x;}}
static double step(const double*y,double*z){double l=0;drive(y+4*K);for(I j=0;j<K;j++){double v=y[j],n=y[K+j],m=y[2*K+j],h=y[3*K+j],s=y[4*K+j],n2=n*n,x=v+dt*(cur[j]-36*n2*n2*(v+77)-120*m*m*m*h*(v-50)-.3*(v+54.4)-d[j]*v);Ra r=rates(v);
  z[j]=x;z[K+j]=n+dt*(r.an*(1-n)-r.bn*n);z[2*K+j]=m+dt*(r.am*(1-m)-r.bm*m);z[3*K+j]=h+dt*(r.ah*(1-h)-r.bh*h);z[4*K+j]=s+dt*(2*(1-s)/(1+exp(-v/5))-.2*s);l+=x*x;}return l;}
static void primal(void){double l=0;start(ys);for(int t=0;t<T;t++)l+=step(ys,ys);result1(l/(T*K));}
/* derivatives of alpha and beta by v */
static inline Ra slopes(double v,Ra*r){double en=exp(-(v+55)/10),em=exp(-(v+40)/10),qn=1/(1-en),qm=1/(1-em),bn=.125*exp(-(v+65)/80),bm=4*exp(-(v+65)/18),ah=.07*exp(-(v+65)/20),bh=1/(1+exp(-(v+35)/10));
 *r=(Ra){.01*(v+55)*qn,bn,.1*(v+40)*qm,bm,ah,bh};Ra o={.01*qn-.001*(v+55)*qn*qn*en,-bn/80,.1*qm-.01*(v+40)*qm*qm*em,-bm/18,-ah/20,.1*bh*(1-bh)};return o;}
static void grad(void){start(ys);for(int t=0;t<T;t++)step(ys+t*5*K,ys+(t+1)*5*K);memset(g,0,5*K*8);memset(ib,0,K*8);double c=2./(T*K);
 for(int t=T;t--;){const double*R y=ys+t*5*K;double*R Gt=G+t*K;drive(y+4*K);
  for(I j=0;j<K;j++){double v=y[j],n=y[K+j],m=y[2*K+j],h=y[3*K+j],s=y[4*K+j],n2=n*n;Ra r,q=slopes(v,&r);double a=g[j]+c*y[5*K+j],e=-dt*a,gn=g[K+j],gm=g[2*K+j],gh=g[3*K+j],gs=g[4*K+j],o=1/(1+exp(-v/5));
   ib[j]-=e;Gt[j]=e*v;g[j]=a+e*(36*n2*n2+120*m*m*m*h+.3+d[j])+dt*(gn*(q.an*(1-n)-q.bn*n)+gm*(q.am*(1-m)-q.bm*m)+gh*(q.ah*(1-h)-q.bh*h)+gs*.4*o*(1-o)*(1-s));
   g[K+j]=gn*(1-dt*(r.an+r.bn))+e*144*n2*n*(v+77);g[2*K+j]=gm*(1-dt*(r.am+r.bm))+e*360*m*m*h*(v-50);g[3*K+j]=gh*(1-dt*(r.ah+r.bh))+e*120*m*m*m*(v-50);g[4*K+j]=gs*(1-dt*(2*o+.2));}
  double*R gs=g+4*K;for(I a=0;a<K;a++){double x=Gt[a];for(I b=0;b<K;b++)gs[b]+=x*w[a*K+b];}}
 for(I a=0;a<K;a++){double o[K];memset(o,0,K*8);for(int t=0;t<T;t++){double x=G[t*K+a];const double*R s=ys+t*5*K+4*K;for(I b=0;b<K;b++)o[b]+=x*s[b];}memcpy(wb+a*K,o,K*8);}
 for(I j=0;j<K;j++){Ra r,q=slopes(v0[j],&r);
#define INF(k,a,b) {double z=1/(r.a+r.b);x+=g[k*K+j]*(q.a*r.b-r.a*q.b)*z*z;}
  double x=g[j];INF(1,an,bn)INF(2,am,bm)INF(3,ah,bh)vb[j]=x;}
 result(wb,K*K);result(ib,K);result(vb,K);}
