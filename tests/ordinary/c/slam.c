#include "lg.h"
enum{N=60000,M=60000}; static double*z,*w,*u,*p,*cs,*g,*wb,*ub; static I*a,*b;
/* places and angles, cosines and sines of them are kept */
static void setup(void){a=raw(M*8);b=raw(M*8);for(I k=0;k<M;k++){a[k]=(I)(rnd()*N);b[k]=(I)(rnd()*N);}put_i64(a,1,D(M));put_i64(b,1,D(M));z=MAT(M,3,-1,1);w=VEC(M,.1,1);u=MAT(N,3,-.5,.5);
 p=reals(3*N);cs=reals(2*N);g=reals(3*N);wb=reals(M);ub=reals(3*N);}
static void way(void){double x=0,y=0,t=0,c=1,s=0;for(I i=0;i<N;i++){x+=c*u[3*i]-s*u[3*i+1];y+=s*u[3*i]+c*u[3*i+1];t+=u[3*i+2];c=cs[2*i]=cos(t);s=cs[2*i+1]=sin(t);p[3*i]=x;p[3*i+1]=y;p[3*i+2]=t;}}
static void primal(void){way();double l=0;for(I k=0;k<M;k++){double*A=p+3*a[k],*B=p+3*b[k],*Z=z+3*k,c=cs[2*a[k]],s=cs[2*a[k]+1],dx=B[0]-A[0],dy=B[1]-A[1],x=c*dx+s*dy-Z[0],y=c*dy-s*dx-Z[1];
 l+=w[k]*(x*x+y*y+2*(1-cos(B[2]-A[2]-Z[2])));}result1(l);}
static void grad(void){way();memset(g,0,3*N*8);for(I k=0;k<M;k++){double*A=p+3*a[k],*B=p+3*b[k],*Z=z+3*k,c=cs[2*a[k]],s=cs[2*a[k]+1],dx=B[0]-A[0],dy=B[1]-A[1],X=c*dx+s*dy,Y=c*dy-s*dx,x=X-Z[0],y=Y-Z[1],h=B[2]-A[2]-Z[2];
  wb[k]=x*x+y*y+2*(1-cos(h));x*=2*w[k];y*=2*w[k];h=2*w[k]*sin(h);double gx=c*x-s*y,gy=s*x+c*y,*G=g+3*a[k],*H=g+3*b[k];G[0]-=gx;G[1]-=gy;G[2]+=x*Y-y*X-h;H[0]+=gx;H[1]+=gy;H[2]+=h;}
 double gx=0,gy=0,gt=0;for(I i=N;i--;){gx+=g[3*i];gy+=g[3*i+1];gt+=g[3*i+2];double c=i?cs[2*i-2]:1,s=i?cs[2*i-1]:0,*U=u+3*i;
  ub[3*i]=c*gx+s*gy;ub[3*i+1]=c*gy-s*gx;ub[3*i+2]=gt;gt+=gy*(c*U[0]-s*U[1])-gx*(s*U[0]+c*U[1]);}
 result(wb,M);result(ub,3*N);}
