#include "lg.h"
enum{N=96,M=128}; enum{Q=M+4}; static double*x,*y,*o,*xb,*p,*W,*V,*G,*pb;
static void setup(void){x=MAT(N,M,0,1);y=MAT(N,M,-1,1);o=reals(N*M);xb=reals(N*M);p=reals((N+4)*Q);W=reals(M);V=reals(M);pb=reals((N+4)*Q);for(I i=0;i<(N+4)*Q;i++)p[i]=1e3;for(I i=0;i<N;i++)memcpy(p+(i+2)*Q+2,x+i*M,M*8);}
static double h[5]={.60653065971263342,.88249690258459546,1,.88249690258459546,.60653065971263342};
static inline void row(I i){double*c=p+(i+2)*Q+2;for(I j=0;j<M;j++)W[j]=V[j]=0;for(int a=0;a<5;a++)for(int b=0;b<5;b++){double*r=p+(i+a)*Q+b,k=h[a]*h[b];for(I j=0;j<M;j++){double d=r[j]-c[j],w=k*exp(-20*d*d);W[j]+=w;V[j]+=w*r[j];}}}
static void primal(void){for(I i=0;i<N;i++){row(i);for(I j=0;j<M;j++)o[i*M+j]=V[j]/W[j];}result(o,N*M);}
static void grad(void){memset(pb,0,(N+4)*Q*8);double own[M],w[25][M];for(I i=0;i<N;i++){double*c=p+(i+2)*Q+2;
 for(I j=0;j<M;j++)W[j]=V[j]=own[j]=0;for(int a=0;a<5;a++)for(int b=0;b<5;b++){double*r=p+(i+a)*Q+b,k=h[a]*h[b],*R u=w[a*5+b];for(I j=0;j<M;j++){double d=r[j]-c[j],e=k*exp(-20*d*d);u[j]=e;W[j]+=e;V[j]+=e*r[j];}}
 for(I j=0;j<M;j++){V[j]/=W[j];W[j]=y[i*M+j]/W[j];}
 for(int a=0;a<5;a++)for(int b=0;b<5;b++){double*r=p+(i+a)*Q+b,*R rb=pb+(i+a)*Q+b,*R u=w[a*5+b];for(I j=0;j<M;j++){double e=u[j],g=W[j]*e,d=r[j]-c[j],q=-40*g*(r[j]-V[j])*d;rb[j]+=g+q;own[j]-=q;}}
 double*cb=pb+(i+2)*Q+2;for(I j=0;j<M;j++)cb[j]+=own[j];}
 for(I i=0;i<N;i++)memcpy(xb+i*M,pb+(i+2)*Q+2,M*8);result(xb,N*M);}
