#include "lg.h"
enum{P=40,Q=50,N=80000}; static double*c,*uv,*y,*cb,*wb;
static void setup(void){c=arg_f64(3,D(P,Q,3),-1,1);put_f64(c,3,D(P,Q,3));uv=MAT(N,2,0,1);y=MAT(N,3,-1,1);cb=reals(P*Q*3);wb=reals(2*N);}
static inline I cell(I n,double u,double*f){double x=u*(n-3);I i=(I)x;i=i<0?0:i>n-4?n-4:i;*f=x-i;return i;}
static inline void basis(double f,double*s){double g=1-f;s[0]=g*g*g/6;s[1]=(3*f*f*f-6*f*f+4)/6;s[2]=(3*g*g*g-6*g*g+4)/6;s[3]=f*f*f/6;}
static inline void slope(double f,double*s){double g=1-f;s[0]=-g*g/2;s[1]=(3*f*f-4*f)/2;s[2]=-(3*g*g-4*g)/2;s[3]=f*f/2;}
static inline void at(const double*r,const double*s,const double*t,double*z){z[0]=z[1]=z[2]=0;for(int e=0;e<4;e++,r+=Q*3)for(int f=0;f<4;f++)for(int d=0;d<3;d++)z[d]+=s[e]*t[f]*r[3*f+d];}
static void primal(void){double l=0;for(I k=0;k<N;k++){double a,b,s[4],t[4],z[3];I i=cell(P,uv[2*k],&a),j=cell(Q,uv[2*k+1],&b);basis(a,s);basis(b,t);at(c+(i*Q+j)*3,s,t,z);for(int d=0;d<3;d++)l+=(z[d]-y[3*k+d])*(z[d]-y[3*k+d]);}result1(l);}
static void grad(void){memset(cb,0,P*Q*24);for(I k=0;k<N;k++){double a,b,s[4],t[4],ds[4],dt[4],z[3];I i=cell(P,uv[2*k],&a),j=cell(Q,uv[2*k+1],&b),o=(i*Q+j)*3;basis(a,s);basis(b,t);slope(a,ds);slope(b,dt);at(c+o,s,t,z);
 for(int d=0;d<3;d++)z[d]=2*(z[d]-y[3*k+d]);double u=0,v=0;
 for(int e=0;e<4;e++)for(int f=0;f<4;f++){double*r=c+o+(e*Q+f)*3,*q=cb+o+(e*Q+f)*3,g=s[e]*t[f],w=z[0]*r[0]+z[1]*r[1]+z[2]*r[2];u+=ds[e]*t[f]*w;v+=s[e]*dt[f]*w;for(int d=0;d<3;d++)q[d]+=g*z[d];}
 wb[2*k]=u*(P-3);wb[2*k+1]=v*(Q-3);}result(cb,P*Q*3);result(wb,2*N);}
