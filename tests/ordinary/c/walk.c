#include "lg.h"
enum{N=2000,M=40000,T=60}; static double d=.85,*w,*y,*p,*rs,*wb,*pb,*g,*h;static I*from,*to,*st;
/* some nodes have no links; ranks of all steps are kept */
static void setup(void){put_int(T);put_real(d);from=raw(M*8);to=raw(M*8);I*cnt=raw(N*8);for(I k=0;k<M;k++)cnt[(I)(rnd()*rnd()*N)]++;I k=0;for(I i=0;i<N;i++)for(I c=0;c<cnt[i];c++,k++){from[k]=i;to[k]=(I)(rnd()*N);}
 put_i64(from,1,D(M));put_i64(to,1,D(M));w=VEC(M,-2,2);y=VEC(N,0,2./N);st=ints(N+1);for(I i=0;i<N;i++)st[i+1]=st[i]+cnt[i];p=reals(M);rs=reals((T+1)*N);wb=reals(M);pb=reals(M);g=reals(N);h=reals(N);}
static double run(int keep){for(I i=0;i<N;i++){double m=-1e300,z=0;for(I k=st[i];k<st[i+1];k++)m=w[k]>m?w[k]:m;for(I k=st[i];k<st[i+1];k++){p[k]=exp(w[k]-m);z+=p[k];}z=1/z;for(I k=st[i];k<st[i+1];k++)p[k]*=z;}
 for(I i=0;i<N;i++)rs[i]=1./N;for(int t=0;t<T;t++){double*R r=rs+(keep?t:t&1)*N,*R q=rs+(keep?t+1:1-(t&1))*N;memset(q,0,N*8);double s=0;
  for(I i=0;i<N;i++){double x=d*r[i];for(I k=st[i];k<st[i+1];k++)q[to[k]]+=x*p[k];}
  for(I i=0;i<N;i++)s+=q[i];s=(1-s)/N;for(I i=0;i<N;i++)q[i]+=s;}
 double l=0,*r=rs+(keep?T:T&1)*N;for(I i=0;i<N;i++)l-=y[i]*log(r[i]);return l;}
static void primal(void){result1(run(0));}
static void grad(void){run(1);memset(pb,0,M*8);double*r=rs+T*N;for(I i=0;i<N;i++)g[i]=-y[i]/r[i];
 for(int t=T;t--;){r=rs+t*N;double s=0;for(I i=0;i<N;i++)s+=g[i];s/=N;for(I i=0;i<N;i++)g[i]-=s;for(I i=0;i<N;i++){double a=0,x=d*r[i];for(I k=st[i];k<st[i+1];k++){double e=g[to[k]];a+=p[k]*e;pb[k]+=x*e;}h[i]=d*a;}double*z=g;g=h;h=z;}
 for(I i=0;i<N;i++){double s=0;for(I k=st[i];k<st[i+1];k++)s+=p[k]*pb[k];for(I k=st[i];k<st[i+1];k++)wb[k]=p[k]*(pb[k]-s);}
 result(wb,M);}
