#include "lg.h"
enum{N=50000}; static double*e,*m,*eb,*mb;
static void setup(void){e=VEC(N,.1,.8);m=VEC(N,.3,3);eb=reals(N);mb=reals(N);}
static int kepler(double e,double m,double*R t){double x=m,d=1;int n=0;while(fabs(d)>1e-12&&n<30){t[n++]=x;d=(x-e*sin(x)-m)/(1-e*cos(x));x-=d;}t[n]=x;return n;}
static void primal(void){double r=0,t[32];for(I i=0;i<N;i++){int n=kepler(e[i],m[i],t);r+=t[n];}result1(r);}
static void grad(void){double t[32];for(I i=0;i<N;i++){int n=kepler(e[i],m[i],t);double g=1,p=0,q=0;while(n--){double x=t[n],s=sin(x),c=cos(x),D=1-e[i]*c,f=x-e[i]*s-m[i],u=1/D;p+=g*(s*u-f*c*u*u);q+=g*u;g*=f*e[i]*s*u*u;}eb[i]=p;mb[i]=q+g;}result(eb,N);result(mb,N);}
