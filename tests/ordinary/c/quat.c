#include "lg.h"
enum{N=16,T=500}; static double*g,*m,*gb,*s;
static void setup(void){g=raw(N*T*24);for(I i=0;i<N*T*3;i++)g[i]=2*rnd()-1;put_f64(g,3,D(N,T,3));m=raw(N*T*24);for(I i=0;i<N*T*3;i++)m[i]=2*rnd()-1;put_f64(m,3,D(N,T,3));gb=reals(N*T*3);s=reals(T*9);}
static const double H=.005;
static inline double step(double*R q,const double*R a,double*R v){double w=q[0],x=q[1],y=q[2],z=q[3];v[0]=w-H*(a[0]*x+a[1]*y+a[2]*z);v[1]=x+H*(a[0]*w+a[2]*y-a[1]*z);v[2]=y+H*(a[1]*w-a[2]*x+a[0]*z);v[3]=z+H*(a[2]*w+a[1]*x-a[0]*y);double l=1/sqrt(v[0]*v[0]+v[1]*v[1]+v[2]*v[2]+v[3]*v[3]);for(int i=0;i<4;i++)q[i]=v[i]*l;return l;}
static inline void down(const double*q,double*d){d[0]=2*(q[1]*q[3]-q[0]*q[2]);d[1]=2*(q[2]*q[3]+q[0]*q[1]);d[2]=q[0]*q[0]-q[1]*q[1]-q[2]*q[2]+q[3]*q[3];}
static void primal(void){double l=0;for(I n=0;n<N;n++){double q[4]={1},v[4],d[3];for(I t=0;t<T;t++){const double*r=g+(n*T+t)*3,*k=m+(n*T+t)*3;step(q,r,v);down(q,d);for(int i=0;i<3;i++)l+=(d[i]-k[i])*(d[i]-k[i]);}}result1(l);}
static void grad(void){for(I n=0;n<N;n++){double q[4]={1},v[4],d[3];for(I t=0;t<T;t++){double*o=s+t*9;memcpy(o,q,32);o[8]=step(q,g+(n*T+t)*3,v);memcpy(o+4,q,32);}double b[4]={0};
 for(I t=T;t--;){double*o=s+t*9,*p=o+4;const double*k=m+(n*T+t)*3,*a=g+(n*T+t)*3;double*ab=gb+(n*T+t)*3;down(p,d);double e=2*(d[0]-k[0]),f=2*(d[1]-k[1]),h=2*(d[2]-k[2]);
  b[0]+=-2*e*p[2]+2*f*p[1]+2*h*p[0];b[1]+=2*e*p[3]+2*f*p[0]-2*h*p[1];b[2]+=-2*e*p[0]+2*f*p[3]-2*h*p[2];b[3]+=2*e*p[1]+2*f*p[2]+2*h*p[3];
  double u=0;for(int i=0;i<4;i++)u+=b[i]*p[i];double c[4];for(int i=0;i<4;i++)c[i]=o[8]*(b[i]-u*p[i]);double w=o[0],x=o[1],y=o[2],z=o[3];
  ab[0]=H*(-c[0]*x+c[1]*w+c[2]*z-c[3]*y);ab[1]=H*(-c[0]*y-c[1]*z+c[2]*w+c[3]*x);ab[2]=H*(-c[0]*z+c[1]*y-c[2]*x+c[3]*w);
  b[0]=c[0]+H*(a[0]*c[1]+a[1]*c[2]+a[2]*c[3]);b[1]=c[1]+H*(-a[0]*c[0]-a[2]*c[2]+a[1]*c[3]);b[2]=c[2]+H*(-a[1]*c[0]+a[2]*c[1]-a[0]*c[3]);b[3]=c[3]+H*(-a[2]*c[0]-a[1]*c[1]+a[0]*c[2]);}}result(gb,N*T*3);}
