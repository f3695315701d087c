#include "lg.h"
enum{N=1000000}; static double*a,*b,*y,*x,*ab,*bb;
static void setup(void){a=VEC(N,-.9,.9);b=VEC(N,-1,1);y=VEC(N,-1,1);x=reals(N);ab=reals(N);bb=reals(N);}
static void fw(void){double l=0;for(I i=0;i<N;i++)x[i]=l=a[i]*l+b[i];}
static void primal(void){fw();result(x,N);}
static void grad(void){fw();double g=0;for(I i=N-1;i>=0;i--){g+=y[i];bb[i]=g;ab[i]=i?g*x[i-1]:0;g*=a[i];}result(ab,N);result(bb,N);}
