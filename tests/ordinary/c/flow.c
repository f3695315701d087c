#include "lg.h"
enum{N=400,M=420}; static double c=.3,*y,*x,*u,*xb,*ub;
static void setup(void){put_real(c);y=MAT(N,M,0,1);x=MAT(N,M,0,1);u=raw(N*M*2*8);for(I i=0;i<N*M*2;i++)u[i]=-2+4*rnd();put_f64(u,3,D(N,M,2));xb=reals(N*M);ub=reals(N*M*2);}
static inline I cl(I i,I n){return i<0?0:i>n-1?n-1:i;}
static inline void wts(double f,double*w){double g=1-f;w[0]=-.5*f*g*g;w[1]=1+f*f*(1.5*f-2.5);w[2]=1+g*g*(1.5*g-2.5);w[3]=-.5*g*f*f;}
static inline void dts(double f,double*w){double g=1-f;w[0]=-.5*g*(g-2*f);w[1]=f*(4.5*f-5);w[2]=-g*(4.5*g-5);w[3]=-.5*f*(2*g-f);}
static double penalty(int back){double l=0;for(I i=0;i<N;i++)for(I j=0;j<M;j++){double*p=u+(i*M+j)*2,*o=ub+(i*M+j)*2;for(int k=0;k<2;k++){if(i){double e=p[k]-p[k-2*M];l+=e*e;if(back){o[k]+=2*c*e;o[k-2*M]-=2*c*e;}}if(j){double e=p[k]-p[k-2];l+=e*e;if(back){o[k]+=2*c*e;o[k-2]-=2*c*e;}}}}return c*l;}
#define AT double Y=i+u[(i*M+j)*2],X=j+u[(i*M+j)*2+1],p=floor(Y),q=floor(X),wy[4],wx[4];wts(Y-p,wy);wts(X-q,wx);I P=(I)p-1,Q=(I)q-1,inside=P>=0&&Q>=0&&P+4<=N&&Q+4<=M,at[4];const double*row[4];\
 for(int a=0;a<4;a++){row[a]=x+cl(P+a,N)*M;at[a]=inside?Q+a:cl(Q+a,M);}
static void primal(void){double l=0;for(I i=0;i<N;i++)for(I j=0;j<M;j++){AT double v=-y[i*M+j];for(int a=0;a<4;a++){const double*r=row[a];v+=wy[a]*(wx[0]*r[at[0]]+wx[1]*r[at[1]]+wx[2]*r[at[2]]+wx[3]*r[at[3]]);}l+=v*v;}result1(l+penalty(0));}
static void grad(void){memset(xb,0,N*M*8);for(I i=0;i<N;i++)for(I j=0;j<M;j++){AT double dy[4],dx[4];dts(Y-p,dy);dts(X-q,dx);double v=-y[i*M+j],gy=0,gx=0;
  for(int a=0;a<4;a++){const double*r=row[a];double e=wx[0]*r[at[0]]+wx[1]*r[at[1]]+wx[2]*r[at[2]]+wx[3]*r[at[3]];v+=wy[a]*e;gy+=dy[a]*e;gx+=wy[a]*(dx[0]*r[at[0]]+dx[1]*r[at[1]]+dx[2]*r[at[2]]+dx[3]*r[at[3]]);}
  v*=2;ub[(i*M+j)*2]=v*gy;ub[(i*M+j)*2+1]=v*gx;for(int a=0;a<4;a++){double e=v*wy[a],*o=xb+(row[a]-x);for(int b=0;b<4;b++)o[at[b]]+=e*wx[b];}}
 penalty(1);result(xb,N*M);result(ub,N*M*2);}
