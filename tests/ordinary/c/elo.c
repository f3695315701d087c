#include "lg.h"
enum{P=300,N=15000}; static double*r0,k=.7,home=.15,*w,*r,*ps,*fs,*rb,*kb,*hb; static I*a,*b,*games;
static void setup(void){r0=VEC(P,-.5,.5);put_real(k);put_real(home);a=raw(N*8);b=raw(N*8);w=raw(N*8);for(I i=0;i<N;i++){a[i]=(I)(rnd()*P);b[i]=(a[i]+1+(I)(rnd()*(P-1)))%P;w[i]=rnd()<.55;}
 put_i64(a,1,D(N));put_i64(b,1,D(N));put_f64(w,1,D(N));r=reals(P);games=ints(P);ps=reals(N);fs=reals(2*N);rb=reals(P);kb=reals(1);hb=reals(1);}
static void primal(void){double l=0;memcpy(r,r0,P*8);memset(games,0,P*8);for(I i=0;i<N;i++){I x=a[i],y=b[i];double z=r[x]-r[y]+home,e=exp(-z),p=1/(1+e),d=k*(w[i]-p);l+=log(1+e)+(w[i]>.5?0:z);
 r[x]+=d/(1+.05*games[x]++);r[y]-=d/(1+.05*games[y]++);}result1(l);}
static void grad(void){memcpy(r,r0,P*8);memset(games,0,P*8);for(I i=0;i<N;i++){I x=a[i],y=b[i];double p=1/(1+exp(r[y]-r[x]-home)),f=1/(1+.05*games[x]++),g=1/(1+.05*games[y]++),d=k*(w[i]-p);ps[i]=p;fs[2*i]=f;fs[2*i+1]=g;r[x]+=d*f;r[y]-=d*g;}
 memset(rb,0,P*8);double K=0,H=0;for(I i=N;i--;){I x=a[i],y=b[i];double p=ps[i],e=p-w[i],d=fs[2*i]*rb[x]-fs[2*i+1]*rb[y],z=e-k*d*p*(1-p);K-=d*e;H+=z;rb[x]+=z;rb[y]-=z;}*kb=K;*hb=H;result(rb,P);result(kb,1);result(hb,1);}
