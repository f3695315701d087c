#include "lg.h"
enum{N=96,K=8}; static double*c,*cb;
static void setup(void){put_int(N);c=arg_f64(2,D(K,4),-1,1);for(int k=0;k<K;k++)c[k*4+3]=.4+.2*c[k*4+3];put_f64(c,2,D(K,4));cb=reals(K*4);}
static double sdf(const double*R p){double s=0;for(int k=0;k<K;k++){const double*b=c+4*k;double x=p[0]-b[0],y=p[1]-b[1],z=p[2]-b[2];s+=exp(-10*(sqrt(x*x+y*y+z*z)-b[3]));}return -.1*log(s);}
static void ray(I q,double*d){double x=(q%N+.5)/N-.5,y=(q/N+.5)/N-.5,s=1/sqrt(x*x+y*y+1);d[0]=s*x;d[1]=s*y;d[2]=s;}
static int trace(const double*R d,double*R T){double t=0,s=1;int n=0;while(s>1e-6&&t<6){T[n++]=t;double p[3]={t*d[0],t*d[1],t*d[2]-3};s=sdf(p);t+=s;}T[n]=t;return n;}
static double T[1000];
static void primal(void){double r=0,d[3];for(I q=0;q<N*N;q++){ray(q,d);int n=trace(d,T);r+=T[n];}result1(r/(N*N));}
static void grad(void){memset(cb,0,K*32);double d[3];for(I q=0;q<N*N;q++){ray(q,d);int n=trace(d,T);double g=1./(N*N);while(n--){double t=T[n],p[3]={t*d[0],t*d[1],t*d[2]-3},s=0,w[K],u[K][3];
 for(int k=0;k<K;k++){const double*b=c+4*k;double x=p[0]-b[0],y=p[1]-b[1],z=p[2]-b[2],r=sqrt(x*x+y*y+z*z);w[k]=exp(-10*(r-b[3]));s+=w[k];u[k][0]=x/r;u[k][1]=y/r;u[k][2]=z/r;}
 double f=0;for(int k=0;k<K;k++){double v=g*w[k]/s;for(int i=0;i<3;i++){cb[4*k+i]-=v*u[k][i];f+=v*u[k][i]*d[i];}cb[4*k+3]-=v;}g+=f;}}result(cb,K*4);}
