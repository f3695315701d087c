#include "lg.h"
enum{L=24,S=800}; enum{M=L-1,K=L+M,B=8}; static double*t,*tb; static I*kids,*obs;
static void setup(void){t=VEC(K-1,.05,.3);kids=raw(M*16);I free[K],n=L;for(I i=0;i<L;i++)free[i]=i;for(I k=0;k<M;k++){for(int c=0;c<2;c++){I i=(I)(rnd()*n);kids[2*k+c]=free[i];free[i]=free[--n];}free[n++]=L+k;}put_i64(kids,2,D(M,2));obs=raw(S*L*8);for(I i=0;i<S*L;i++)obs[i]=(I)(rnd()*4);put_i64(obs,2,D(S,L));tb=reals(K-1);held+=4*K*B*8*2;}
/* P v = (1/4)(1 - e) sum v + e v; B sites side by side */
static double e[K],v[K][4][B],g[K][4][B],w[K][4][B];
static void up(I s,double*l){for(I k=0;k<L;k++)for(int i=0;i<4;i++)for(int b=0;b<B;b++)v[k][i][b]=obs[(s+b<S?s+b:s)*L+k]==i;
 for(I k=0;k<M;k++){double x[4][B];for(int c=0;c<2;c++){I a=kids[2*k+c];double d=(1-e[a])/4,f=e[a],q[B];for(int b=0;b<B;b++)q[b]=d*(v[a][0][b]+v[a][1][b]+v[a][2][b]+v[a][3][b]);for(int i=0;i<4;i++)for(int b=0;b<B;b++){double y=q[b]+f*v[a][i][b];w[a][i][b]=y;if(c)v[L+k][i][b]=x[i][b]*y;else x[i][b]=y;}}}
 for(int b=0;b<B;b++)l[b]=v[K-1][0][b]+v[K-1][1][b]+v[K-1][2][b]+v[K-1][3][b];}
static void primal(void){double z=0,l[B];for(I k=0;k<K-1;k++)e[k]=exp(-4*t[k]/3);for(I s=0;s<S;s+=B){up(s,l);for(int b=0;b<B&&s+b<S;b++)z+=log(l[b]/4);}result1(z);}
static void grad(void){double l[B];for(I k=0;k<K-1;k++){e[k]=exp(-4*t[k]/3);tb[k]=0;}for(I s=0;s<S;s+=B){up(s,l);for(int i=0;i<4;i++)for(int b=0;b<B;b++)g[K-1][i][b]=s+b<S?1/l[b]:0;
 for(I k=M;k--;){I a=kids[2*k],c=kids[2*k+1];for(int d=0;d<2;d++){I n=d?c:a,o=d?a:c;double q[B],z[B],y[B];for(int b=0;b<B;b++)q[b]=z[b]=y[b]=0;for(int i=0;i<4;i++)for(int b=0;b<B;b++){double x=g[L+k][i][b]*w[o][i][b];g[n][i][b]=x;q[b]+=x;y[b]+=x*v[n][i][b];z[b]+=v[n][i][b];}
  double r=0;for(int b=0;b<B;b++)r+=y[b]-q[b]*z[b]/4;tb[n]+=r;double f=e[n],h=(1-f)/4;for(int i=0;i<4;i++)for(int b=0;b<B;b++)g[n][i][b]=h*q[b]+f*g[n][i][b];}}}
 for(I k=0;k<K-1;k++)tb[k]*=-4./3*e[k];result(tb,K-1);}
