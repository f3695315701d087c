#include "lg.h"
enum{N=200000}; static double*vs,*w,*vb; static I*ks,*ka,*kb; static I*pa,*pb;
static void setup(void){ks=ints(N);held-=N*8;for(I i=0;i<N;i++)ks[i]=(I)(rnd()*65536);put_i64(ks,1,D(N));vs=VEC(N,-1,1);w=VEC(N,-1,1);ka=ints(N);kb=ints(N);pa=ints(N);pb=ints(N);vb=reals(N);}
static I*perm(void){for(I i=0;i<N;i++){ka[i]=ks[i];pa[i]=i;}I*a=ka,*b=kb,*p=pa,*q=pb;
 for(int s=0;s<16;s+=2){I c[4]={0},o[4];for(I i=0;i<N;i++)c[a[i]>>s&3]++;o[0]=0;for(int d=1;d<4;d++)o[d]=o[d-1]+c[d-1];
  for(I i=0;i<N;i++){I d=a[i]>>s&3,to=o[d]++;b[to]=a[i];q[to]=p[i];}I*t=a;a=b;b=t;t=p;p=q;q=t;}return p;}
static void primal(void){I*p=perm();double s=0;for(I i=0;i<N;i++)s+=vs[p[i]]*w[i];result1(s);}
static void grad(void){I*p=perm();for(I i=0;i<N;i++)vb[p[i]]=w[i];result(vb,N);}
