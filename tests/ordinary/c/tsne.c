#include "lg.h"
enum{N=1400}; static double*y,*p,*yb,*xs,*ys,*gx,*gy;
static void setup(void){y=MAT(N,2,-2,2);p=raw(N*N*8);double s=0;for(I i=0;i<N;i++)for(I j=0;j<i;j++)s+=2*(p[i*N+j]=p[j*N+i]=.1+rnd());for(I i=0;i<N*N;i++)p[i]/=s;put_f64(p,2,D(N,N));yb=reals(2*N);xs=reals(N);ys=reals(N);gx=reals(N);gy=reals(N);}
static void split(void){for(I i=0;i<N;i++){xs[i]=y[2*i];ys[i]=y[2*i+1];}}
static void primal(void){split();double s=0,t=0,z=0;for(I i=0;i<N;i++){double*q=p+i*N,x=xs[i],u=ys[i];for(int half=0;half<2;half++)for(I j=half?i+1:0,e=half?N:i;j<e;j++){double a=x-xs[j],b=u-ys[j],d=1+a*a+b*b;s+=q[j]*log(q[j]*d);t+=q[j];z+=1/d;}}result1(s+t*log(z));}
static void grad(void){split();double t=0,z=0;for(I i=0;i<N;i++){double*q=p+i*N;for(I j=0;j<N;j++){double a=xs[i]-xs[j],b=ys[i]-ys[j];t+=q[j];z+=1/(1+a*a+b*b);}}z-=N;
 memset(gx,0,N*8);memset(gy,0,N*8);double f=t/z;for(I i=0;i<N;i++){double*R q=p+i*N,x=xs[i],u=ys[i],sx=0,sy=0;for(I j=0;j<N;j++){double a=x-xs[j],b=u-ys[j],w=1/(1+a*a+b*b),g=2*w*(q[j]-f*w);sx+=g*a;sy+=g*b;gx[j]-=g*a;gy[j]-=g*b;}gx[i]+=sx;gy[i]+=sy;}
 for(I i=0;i<N;i++){yb[2*i]=gx[i];yb[2*i+1]=gy[i];}result(yb,2*N);}
