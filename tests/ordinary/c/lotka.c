#include "lg.h"
enum{M=512,T=200}; enum{B=8}; typedef double V[B]; static double*p,*x0,*y,*pb,*xb,h=.03; static V*xs,*ys;
static void setup(void){p=VEC(4,.5,1.5);put_real(h);x0=MAT(M,2,.5,2);y=arg_f64(3,D(M,T,2),.5,2);put_f64(y,3,D(M,T,2));pb=reals(4);xb=reals(2*M);xs=(V*)reals((T+1)*B);ys=(V*)reals((T+1)*B);}
typedef struct{double x[4],y[4];}stages; /* where the four stages are */
static inline void step(double a,double b,double c,double d,double x,double y,stages*s,double*X,double*Y){double k=x*(a-b*y),l=y*(c*x-d),K=k,L=l;s->x[0]=x;s->y[0]=y;
 for(int i=1;i<4;i++){double f=i<3?h/2:h;s->x[i]=x+f*k;s->y[i]=y+f*l;k=s->x[i]*(a-b*s->y[i]);l=s->y[i]*(c*s->x[i]-d);double w=i<3?2:1;K+=w*k;L+=w*l;}*X=x+h/6*K;*Y=y+h/6*L;}
static void load(I m){for(int l=0;l<B;l++){I k=m+l<M?m+l:m;xs[0][l]=x0[2*k];ys[0][l]=x0[2*k+1];}}
static void primal(void){double e=0,a=p[0],b=p[1],c=p[2],d=p[3];for(I m=0;m<M;m+=B){load(m);V x,u,s={0};memcpy(x,xs[0],sizeof x);memcpy(u,ys[0],sizeof u);
 for(I t=0;t<T;t++)for(int l=0;l<B;l++){stages g;step(a,b,c,d,x[l],u[l],&g,&x[l],&u[l]);const double*o=y+((m+l<M?m+l:m)*T+t)*2;s[l]+=(x[l]-o[0])*(x[l]-o[0])+(u[l]-o[1])*(u[l]-o[1]);}
 for(int l=0;l<B&&m+l<M;l++)e+=s[l];}result1(e);}
static void grad(void){double a=p[0],b=p[1],c=p[2],d=p[3];memset(pb,0,32);for(I m=0;m<M;m+=B){load(m);for(I t=0;t<T;t++)for(int l=0;l<B;l++){stages g;step(a,b,c,d,xs[t][l],ys[t][l],&g,&xs[t+1][l],&ys[t+1][l]);}
 V gx={0},gy={0},qa={0},qb={0},qc={0},qd={0};for(I t=T;t--;){for(int l=0;l<B;l++){const double*o=y+((m+l<M?m+l:m)*T+t)*2;double z=m+l<M?2:0,X,Y;stages s;step(a,b,c,d,xs[t][l],ys[t][l],&s,&X,&Y);
   double ux=gx[l]+z*(xs[t+1][l]-o[0]),uy=gy[l]+z*(ys[t+1][l]-o[1]),vx=ux,vy=uy,nx=0,ny=0; /* v: adjoint of the state, n: of the stage behind */
   for(int i=3;i>=0;i--){double w=i%3?h/3:h/6,f=i==3?0:i==2?h:h/2,k=w*ux+f*nx,q=w*uy+f*ny,sx=s.x[i],sy=s.y[i];
    qa[l]+=k*sx;qb[l]-=k*sx*sy;qc[l]+=q*sx*sy;qd[l]-=q*sy;nx=k*(a-b*sy)+q*c*sy;ny=q*(c*sx-d)-k*b*sx;vx+=nx;vy+=ny;}gx[l]=vx;gy[l]=vy;}}
 for(int l=0;l<B&&m+l<M;l++){xb[2*(m+l)]=gx[l];xb[2*(m+l)+1]=gy[l];pb[0]+=qa[l];pb[1]+=qb[l];pb[2]+=qc[l];pb[3]+=qd[l];}}result(pb,4);result(xb,2*M);}
