#include "lg.h"
enum{N=50000,DD=8}; static double*w,*xs,*wb,*ex,*rk; static I*ev;
static void setup(void){w=VEC(DD,-1,1);xs=MAT(N,DD,-1,1);ev=raw(N*8);for(I i=0;i<N;i++)ev[i]=rnd()<.6;put_i64(ev,1,D(N));wb=reals(DD);ex=reals(N);rk=reals(N);}
static double dot(const double*R x){double s=0;for(I j=0;j<DD;j++)s+=w[j]*x[j];return s;}
static void primal(void){double l=0,r=0;for(I i=N-1;i>=0;i--){double e=dot(xs+i*DD);r+=exp(e);if(ev[i])l+=e-log(r);}result1(l);}
static void grad(void){double r=0,s=0;memset(wb,0,DD*8);for(I i=N-1;i>=0;i--){ex[i]=exp(dot(xs+i*DD));rk[i]=r+=ex[i];}for(I i=0;i<N;i++){if(ev[i])s+=1/rk[i];double g=(ev[i]?1:0)-s*ex[i];for(I j=0;j<DD;j++)wb[j]+=g*xs[i*DD+j];}result(wb,DD);}
