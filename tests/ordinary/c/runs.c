#include "lg.h"
enum{N=1000000}; static double*xs,*s,*xb; static I*ks,*id;
static void setup(void){ks=ints(N);held-=N*8;I k=0;for(I i=0;i<N;i++){k+=rnd()<.3;ks[i]=k;}put_i64(ks,1,D(N));xs=VEC(N,-1,1);s=reals(N+1);id=ints(N);xb=reals(N);}
static I fw(void){I m=-1;for(I i=0;i<N;i++){if(!i||ks[i]!=ks[i-1])s[++m]=0;s[m]+=xs[i];id[i]=m;}return m+1;}
static void primal(void){I m=fw();double q=0;for(I i=0;i<m;i++)q+=s[i]*s[i];result1(q);}
static void grad(void){fw();for(I i=0;i<N;i++)xb[i]=2*s[id[i]];result(xb,N);}
