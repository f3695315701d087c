#include "lg.h"
enum{M=8000,N=24}; static double*p,*x,*w,*y,*pb;
static void setup(void){p=MAT(M,4,.2,2);x=raw(N*8);w=raw(N*8);for(I i=0;i<N;i++){double z=cos(M_PI*(i+.75)/(N+.5)),d=1;for(int s=0;s<50;s++){double a=1,b=z;for(I k=2;k<=N;k++){double c=((2*k-1)*z*b-(k-1)*a)/k;a=b;b=c;}d=N*(z*b-a)/(z*z-1);z-=b/d;}x[i]=z;w[i]=2/((1-z*z)*d*d);}
 put_f64(x,1,D(N));put_f64(w,1,D(N));y=VEC(M,0,1);pb=reals(4*M);}
static void primal(void){double l=0;for(I m=0;m<M;m++){double*q=p+4*m,s=0;for(I i=0;i<N;i++)s+=w[i]*exp(-q[0]*x[i])*cos(q[1]*x[i]+q[2]*x[i]*x[i])/(1+q[3]*x[i]*x[i]);l+=(s-y[m])*(s-y[m]);}result1(l);}
static void grad(void){for(I m=0;m<M;m++){double*q=p+4*m,s=0,a=0,b=0,c=0,d=0;for(I i=0;i<N;i++){double z=x[i],u=q[1]*z+q[2]*z*z,n=1/(1+q[3]*z*z),e=w[i]*exp(-q[0]*z)*n,f=e*cos(u),g=e*sin(u);s+=f;a-=z*f;b-=z*g;c-=z*z*g;d-=z*z*n*f;}
  s=2*(s-y[m]);double*o=pb+4*m;o[0]=s*a;o[1]=s*b;o[2]=s*c;o[3]=s*d;}result(pb,4*M);}
