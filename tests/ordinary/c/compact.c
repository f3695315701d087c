#include "lg.h"
enum{N=1000000}; static double*xs,*ws,*t,*tb,*xb; static I*is;
static void setup(void){xs=VEC(N,-1,1);ws=VEC(N,-1,1);t=reals(N+1);tb=reals(N+1);xb=reals(N);is=ints(N+1);}
static I fl(void){I k=0;for(I i=0;i<N;i++){t[k]=xs[i];is[k]=i;k+=ws[i]>0;}return k;}
static void primal(void){I k=fl();double s=0;for(I i=0;i<k-1;i++)s+=t[i]*t[i+1];result1(s);}
static void grad(void){I k=fl();memset(xb,0,N*8);for(I i=0;i<k;i++)xb[is[i]]=(i?t[i-1]:0)+(i<k-1?t[i+1]:0);result(xb,N);}
