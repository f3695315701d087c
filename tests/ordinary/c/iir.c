#include "lg.h"
enum{M=64,N=4000}; static double*c,*x,*w,*y,*cb,*xb;
static void setup(void){c=raw(40);c[0]=.2;c[1]=.3;c[2]=.1;c[3]=-.5;c[4]=.2;put_f64(c,1,D(5));x=MAT(M,N,-1,1);w=MAT(M,N,-1,1);y=reals(M*N);cb=reals(5);xb=reals(M*N);}
static void one(const double*R x,double*R y){double x1=0,x2=0,y1=0,y2=0;for(I i=0;i<N;i++){double v=c[0]*x[i]+c[1]*x1+c[2]*x2-c[3]*y1-c[4]*y2;x2=x1;x1=x[i];y2=y1;y1=v;y[i]=v;}}
static void primal(void){for(I m=0;m<M;m++)one(x+m*N,y+m*N);result(y,M*N);}
static void back(const double*R x,const double*R y,const double*R w,double*R xb,double*R s){double g1=0,g2=0,s0=0,s1=0,s2=0,s3=0,s4=0,c0=c[0],c1=c[1],c2=c[2],c3=c[3],c4=c[4];
 for(I i=N-1;i>=0;i--){double g=w[i]-c3*g1-c4*g2,a=i>0?x[i-1]:0,b=i>1?x[i-2]:0,p=i>0?y[i-1]:0,q=i>1?y[i-2]:0;s0+=g*x[i];s1+=g*a;s2+=g*b;s3-=g*p;s4-=g*q;xb[i]=c0*g+c1*g1+c2*g2;g2=g1;g1=g;}s[0]+=s0;s[1]+=s1;s[2]+=s2;s[3]+=s3;s[4]+=s4;}
static void grad(void){memset(cb,0,40);for(I m=0;m<M;m++){one(x+m*N,y+m*N);back(x+m*N,y+m*N,w+m*N,xb+m*N,cb);}result(cb,5);result(xb,M*N);}
