#include "lg.h"
enum{N=20000,DD=32}; static double*w,*xs,*ys,*wb,bias;
static void setup(void){w=VEC(DD,-1,1);bias=.1;put_real(bias);xs=MAT(N,DD,-1,1);ys=raw(N*8);for(I i=0;i<N;i++)ys[i]=rnd()<.5;put_f64(ys,1,D(N));wb=reals(DD);}
static double dot(const double*R x){double s=bias;for(I j=0;j<DD;j++)s+=w[j]*x[j];return s;}
static void primal(void){double r=0,n=0;for(I i=0;i<N;i++){double z=dot(xs+i*DD);r+=log(1+exp(-fabs(z)))+fmax(z,0)-ys[i]*z;}for(I j=0;j<DD;j++)n+=w[j]*w[j];result1(r/N+.01*n);}
static void grad(void){double b=0;for(I j=0;j<DD;j++)wb[j]=.02*w[j];for(I i=0;i<N;i++){double*R x=xs+i*DD,z=dot(x),g=(1/(1+exp(-z))-ys[i])/N;b+=g;for(I j=0;j<DD;j++)wb[j]+=g*x[j];}result(wb,DD);result1(b);}
