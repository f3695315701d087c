#include "lg.h"
enum{LL=40,M=100,T=600}; enum{MOST=LL*M+1}; static double dt=.5,*ar,*rn,*y,*k,*s0,*s,*q,*qb,*kb,*sb; static I off[LL+2],*dn,N;
/* reach by reach with all times; storages and inflows are kept */
static I wide(I l){return l<LL?1+M*(LL-l)/(LL+1):1;}
static void setup(void){put_real(dt);for(I l=0;l<=LL;l++)off[l+1]=off[l]+wide(l);N=off[LL+1];put_i64(off,1,D(LL+2));dn=raw(N*8);
 for(I l=0;l<=LL;l++)for(I i=off[l];i<off[l+1];i++)dn[i]=l<LL?off[l+1]+(I)(rnd()*wide(l+1)):N;put_i64(dn,1,D(N));ar=VEC(N,.5,1.5);rn=VEC(T,0,1);y=VEC(T,0,100);k=VEC(N,.2,2);s0=VEC(N,0,1);
 s=reals(N*T);q=reals((N+1)*T);qb=reals((N+1)*T);kb=reals(N);sb=reals(N);}
static void run(int keep){memset(q,0,(N+1)*T*8);for(I i=0;i<N;i++){double x=s0[i],f=1/(1+dt*k[i]),*R p=q+i*T,*R o=q+dn[i]*T,*R S=s+(keep?i*T:0);for(I t=0;t<T;t++){x=f*(x+dt*(p[t]+rn[t]*ar[i]));S[t]=x;o[t]+=k[i]*x;}}}
static void primal(void){run(0);double l=0;for(I t=0;t<T;t++){double e=q[N*T+t]-y[t];l+=e*e;}result1(l);}
static void grad(void){run(1);for(I t=0;t<T;t++)qb[N*T+t]=2*(q[N*T+t]-y[t]);
 for(I i=N;i--;){double g=0,h=0,f=1/(1+dt*k[i]),*R o=qb+dn[i]*T,*R p=qb+i*T,*R S=s+i*T;for(I t=T;t--;){double w=o[t];h+=w*S[t];g=f*(g+k[i]*w);h-=dt*g*S[t];p[t]=dt*g;}kb[i]=h;sb[i]=g;}
 result(kb,N);result(sb,N);}
