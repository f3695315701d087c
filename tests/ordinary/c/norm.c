#include "lg.h"
enum{N=256,M=256}; static double*x,*g,*b,*y,*o,*xb,*gb,*bb;
static void setup(void){x=MAT(N,M,-1,1);g=VEC(M,0.5,1.5);b=VEC(M,-1,1);y=MAT(N,M,-1,1);o=reals(N*M);xb=reals(N*M);gb=reals(M);bb=reals(M);}
static void stats(const double*R x,double*m,double*r){double s=0,v=0;for(I j=0;j<M;j++)s+=x[j];*m=s/M;for(I j=0;j<M;j++){double d=x[j]-*m;v+=d*d;}*r=1/sqrt(v/M+1e-5);}
static void fw(const double*R x,const double*R g,const double*R b,double*R o){double m,r;stats(x,&m,&r);for(I j=0;j<M;j++)o[j]=(x[j]-m)*r*g[j]+b[j];}
/* with z = (x - m) r and u = y' g: x' = r (u - mean u - z mean(u z)) */
static void bw(const double*R x,const double*R g,const double*R y,double*R xb,double*R gb,double*R bb){double m,r,p=0,q=0;stats(x,&m,&r);
 for(I j=0;j<M;j++){double z=(x[j]-m)*r,u=y[j]*g[j];p+=u;q+=u*z;gb[j]+=y[j]*z;bb[j]+=y[j];}p/=M;q/=M;for(I j=0;j<M;j++)xb[j]=r*(y[j]*g[j]-p-(x[j]-m)*r*q);}
static void primal(void){for(I i=0;i<N;i++)fw(x+i*M,g,b,o+i*M);result(o,N*M);}
static void grad(void){memset(gb,0,M*8);memset(bb,0,M*8);for(I i=0;i<N;i++)bw(x+i*M,g,y+i*M,xb+i*M,gb,bb);result(xb,N*M);result(gb,M);result(bb,M);}
