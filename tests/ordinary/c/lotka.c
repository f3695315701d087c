#include "lg.h"
enum{M=2000,T=200}; enum{B=8}; typedef double V[B]; static double*p,*x0,*y,*pb,*xb,h=.03; static V*xs,*ys;
static void setup(void){p=VEC(4,.5,1.5);put_real(h);x0=MAT(M,2,.5,2);y=arg_f64(3,D(M,T,2),.5,2);put_f64(y,3,D(M,T,2));pb=reals(4);xb=reals(2*M);xs=(V*)reals((T+1)*B);ys=(V*)reals((T+1)*B);}
static inline I lane(I m,int l){return m+l<M?m+l:m;}
static void load(I m,I t,double*R u,double*R v){for(int l=0;l<B;l++){const double*o=y+(lane(m,l)*T+t)*2;u[l]=o[0];v[l]=o[1];}}
static void starts(I m){for(int l=0;l<B;l++){I k=lane(m,l);xs[0][l]=x0[2*k];ys[0][l]=x0[2*k+1];}}
static void step(const double*R x,const double*R u,double*R X,double*R U){double a=p[0],b=p[1],c=p[2],d=p[3];for(int l=0;l<B;l++){double q=x[l],r=u[l],k1=q*(a-b*r),l1=r*(c*q-d),q2=q+h/2*k1,r2=r+h/2*l1,k2=q2*(a-b*r2),l2=r2*(c*q2-d),q3=q+h/2*k2,r3=r+h/2*l2,k3=q3*(a-b*r3),l3=r3*(c*q3-d),q4=q+h*k3,r4=r+h*l3,k4=q4*(a-b*r4),l4=r4*(c*q4-d);
 X[l]=q+h/6*(k1+2*k2+2*k3+k4);U[l]=r+h/6*(l1+2*l2+2*l3+l4);}}
static void primal(void){double e=0;for(I m=0;m<M;m+=B){starts(m);V x,u,o,v,s={0};memcpy(x,xs[0],sizeof x);memcpy(u,ys[0],sizeof u);
 for(I t=0;t<T;t++){V X,U;load(m,t,o,v);step(x,u,X,U);for(int l=0;l<B;l++){x[l]=X[l];u[l]=U[l];s[l]+=(x[l]-o[l])*(x[l]-o[l])+(u[l]-v[l])*(u[l]-v[l]);}}
 for(int l=0;l<B&&m+l<M;l++)e+=s[l];}result1(e);}
/* the adjoint of a stage: k, q of its slopes; n, o become those of where it is */
#define BACK(i,j) qa[l]+=k*i;qb[l]-=k*i*j;qc[l]+=q*i*j;qd[l]-=q*j;n=k*(a-b*j)+q*c*j;o=q*(c*i-d)-k*b*i;vx+=n;vy+=o;
static void grad(void){double a=p[0],b=p[1],c=p[2],d=p[3];memset(pb,0,32);for(I m=0;m<M;m+=B){starts(m);for(I t=0;t<T;t++)step(xs[t],ys[t],xs[t+1],ys[t+1]);
 V gx={0},gy={0},qa={0},qb={0},qc={0},qd={0},on,zx,zy;for(int l=0;l<B;l++)on[l]=m+l<M?2:0;
 for(I t=T;t--;){load(m,t,zx,zy);const double*R x=xs[t],*R u=ys[t],*R X=xs[t+1],*R U=ys[t+1];
  for(int l=0;l<B;l++){double x1=x[l],y1=u[l],k1=x1*(a-b*y1),l1=y1*(c*x1-d),x2=x1+h/2*k1,y2=y1+h/2*l1,k2=x2*(a-b*y2),l2=y2*(c*x2-d),x3=x1+h/2*k2,y3=y1+h/2*l2,k3=x3*(a-b*y3),l3=y3*(c*x3-d),x4=x1+h*k3,y4=y1+h*l3;
   double ux=gx[l]+on[l]*(X[l]-zx[l]),uy=gy[l]+on[l]*(U[l]-zy[l]),vx=ux,vy=uy,n,o,k=h/6*ux,q=h/6*uy;
   BACK(x4,y4)k=h/3*ux+h*n;q=h/3*uy+h*o;BACK(x3,y3)k=h/3*ux+h/2*n;q=h/3*uy+h/2*o;BACK(x2,y2)k=h/6*ux+h/2*n;q=h/6*uy+h/2*o;BACK(x1,y1)gx[l]=vx;gy[l]=vy;}}
 for(int l=0;l<B&&m+l<M;l++){xb[2*(m+l)]=gx[l];xb[2*(m+l)+1]=gy[l];pb[0]+=qa[l];pb[1]+=qb[l];pb[2]+=qc[l];pb[3]+=qd[l];}}result(pb,4);result(xb,2*M);}
