#include "lg.h"
enum{K=24,M=300000}; static I*a,*b;static double*p,*q,*h,*hb,*m,*mb;
static void setup(void){a=raw(M*8);b=raw(M*8);for(I i=0;i<M;i++){a[i]=(I)(rnd()*K);b[i]=(a[i]+1+(I)(rnd()*3))%K;}put_i64(a,1,D(M));put_i64(b,1,D(M));p=MAT(M,2,-.5,.5);q=MAT(M,2,-.5,.5);
 h=raw(K*72);for(I i=0;i<K*9;i++)h[i]=(i%9%4==0)+.04*(rnd()-.5);put_f64(h,3,D(K,3,3));hb=reals(9*K);m=reals(9*K);mb=reals(9*K);}
static void maps(void){memcpy(m,h,72);for(I i=1;i<K;i++)for(int r=0;r<3;r++)for(int c=0;c<3;c++){double s=0;for(int e=0;e<3;e++)s+=m[9*i-9+3*r+e]*h[9*i+3*e+c];m[9*i+3*r+c]=s;}}
#define SEE(h,p,w,u,v) double w=1/(h[6]*p[0]+h[7]*p[1]+h[8]),u=(h[0]*p[0]+h[1]*p[1]+h[2])*w,v=(h[3]*p[0]+h[4]*p[1]+h[5])*w;
static void primal(void){maps();double l=0;for(I i=0;i<M;i++){const double*f=m+9*a[i],*g=m+9*b[i],*x=p+2*i,*y=q+2*i;SEE(f,x,w,u,v)SEE(g,y,z,s,t)double d=(u-s)*(u-s)+(v-t)*(v-t);l+=d<.01?d:.2*sqrt(d)-.01;}result1(l);}
static inline void back(double*b,const double*p,double w,double u,double v,double g,double e){g*=w;e*=w;double z=-(g*u+e*v);b[0]+=g*p[0];b[1]+=g*p[1];b[2]+=g;b[3]+=e*p[0];b[4]+=e*p[1];b[5]+=e;b[6]+=z*p[0];b[7]+=z*p[1];b[8]+=z;}
static void grad(void){maps();memset(mb,0,K*72);for(I i=0;i<M;i++){const double*f=m+9*a[i],*g=m+9*b[i],*x=p+2*i,*y=q+2*i;SEE(f,x,w,u,v)SEE(g,y,z,s,t)double d=(u-s)*(u-s)+(v-t)*(v-t),k=d<.01?2:.2/sqrt(d);back(mb+9*a[i],x,w,u,v,k*(u-s),k*(v-t));back(mb+9*b[i],y,z,s,t,-k*(u-s),-k*(v-t));}
 for(I i=K;--i;){double*g=mb+9*i,*f=g-9,*o=m+9*i-9,*x=h+9*i,*y=hb+9*i;for(int r=0;r<3;r++)for(int c=0;c<3;c++){double s=0,t=0;for(int e=0;e<3;e++){s+=o[3*e+r]*g[3*e+c];t+=g[3*r+e]*x[3*c+e];}y[3*r+c]=s;f[3*r+c]+=t;}}
 memcpy(hb,mb,72);result(hb,9*K);}
