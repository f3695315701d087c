#include "lg.h"
enum{N=600,S=64}; static double dt=.05,*a,*c,*y,*ab,*cb;
static void setup(void){put_real(dt);a=MAT(N,S,0,2);c=arg_f64(3,D(N,S,3),0,1);put_f64(c,3,D(N,S,3));y=MAT(N,3,0,1);ab=reals(N*S);cb=reals(N*S*3);}
/* what passes before and after each sample: t[j], t[j+1] */
static void ray(I i,double*R t,double*R o){const double*R x=a+i*S,*R q=c+i*S*3;double r=0,g=0,b=0;for(I j=0;j<S;j++)t[j+1]=exp(-dt*x[j]);t[0]=1;
 for(I j=0;j<S;j++){t[j+1]*=t[j];double w=t[j]-t[j+1];r+=w*q[3*j];g+=w*q[3*j+1];b+=w*q[3*j+2];}o[0]=r+t[S];o[1]=g+t[S];o[2]=b+t[S];}
static void primal(void){double l=0,t[S+1],o[3];for(I i=0;i<N;i++){ray(i,t,o);for(int k=0;k<3;k++){double d=o[k]-y[3*i+k];l+=d*d;}}result1(l);}
/* dC/dsigma_j = dt (t[j+1] c_j - all that comes after) */
static void grad(void){double t[S+1],o[3];for(I i=0;i<N;i++){ray(i,t,o);double r=2*(o[0]-y[3*i]),g=2*(o[1]-y[3*i+1]),b=2*(o[2]-y[3*i+2]),rest=(r+g+b)*t[S];const double*R q=c+i*S*3;double*R p=ab+i*S,*R d=cb+i*S*3;
 for(I j=S;j--;){double w=t[j]-t[j+1],v=r*q[3*j]+g*q[3*j+1]+b*q[3*j+2];p[j]=dt*(t[j+1]*v-rest);rest+=w*v;d[3*j]=w*r;d[3*j+1]=w*g;d[3*j+2]=w*b;}}result(ab,N*S);result(cb,N*S*3);}
