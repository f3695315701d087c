#include "lg.h"
enum{N=1200}; enum{MOST=4000}; static double tol=1e-4,end=6,*y,*mu,*x,*v,*mb,*xb,*vb;
typedef struct{double x,v,h,e;char ok,last;}step; static step*tape;
/* steps are kept, their stages computed again */
static void setup(void){put_real(tol);put_real(end);y=VEC(N,-2,2);mu=VEC(N,.5,3);x=VEC(N,-2,2);v=VEC(N,-1,1);mb=reals(N);xb=reals(N);vb=reals(N);tape=raw(MOST*sizeof(step));held+=MOST*sizeof(step);}
typedef struct{double p1,q1,x2,p2,q2,x3,p3,q3,x4,p4,q4,ex,ev;}stages;
static inline stages at(double m,double x,double v,double h){stages s;s.p1=v;s.q1=m*(1-x*x)*v-x;
 s.x2=x+h/2*s.p1;s.p2=v+h/2*s.q1;s.q2=m*(1-s.x2*s.x2)*s.p2-s.x2;s.x3=x+.75*h*s.p2;s.p3=v+.75*h*s.q2;s.q3=m*(1-s.x3*s.x3)*s.p3-s.x3;
 s.x4=x+h*(2*s.p1+3*s.p2+4*s.p3)/9;s.p4=v+h*(2*s.q1+3*s.q2+4*s.q3)/9;s.q4=m*(1-s.x4*s.x4)*s.p4-s.x4;
 s.ex=h*(s.p2/12+s.p3/9-5*s.p1/72-s.p4/8);s.ev=h*(s.q2/12+s.q3/9-5*s.q1/72-s.q4/8);return s;}
static inline int solve(double m,double*X,double*V,int keep){double x=*X,v=*V,t=0,h=.1;int k=0;while(end-t>1e-9){int last=end-t<h;if(last)h=end-t;stages s=at(m,x,v,h);
  double e=sqrt((s.ex*s.ex+s.ev*s.ev)/2)/tol;int ok=e<=1;if(keep)tape[k++]=(step){x,v,h,e,ok,last};if(ok){x=s.x4;v=s.p4;t+=h;}h*=fmax(.2,fmin(5,.9/cbrt(e)));}*X=x;*V=v;return k;}
static void primal(void){double l=0;for(I i=0;i<N;i++){double X=x[i],V=v[i];solve(mu[i],&X,&V,0);l+=(X-y[i])*(X-y[i]);}result1(l);}
#define BACK(X,V,a,b,gx,gv) {gx+=(b)*(-2*m*(X)*(V)-1);gv+=(a)+(b)*m*(1-(X)*(X));gm+=(b)*(1-(X)*(X))*(V);}
static void grad(void){for(I i=0;i<N;i++){double X=x[i],V=v[i],m=mu[i],gm=0,hb=0,tb=0;int k=solve(m,&X,&V,1);double gx=2*(X-y[i]),gv=0;
  while(k--){step p=tape[k];double h=p.h;stages s=at(m,p.x,p.v,h);double f=.9/cbrt(p.e),eb=f>.2&&f<5?-hb*h*f/(3*p.e):0,nx=0,nv=0;if(f>5)f=5;if(f<.2)f=.2;double g=hb*f;
   if(p.ok){nx=gx;nv=gv;gx=gv=0;g+=tb;}double a=eb*s.ex/(2*tol*tol*p.e),b=eb*s.ev/(2*tol*tol*p.e);g+=(a*s.ex+b*s.ev)/h;
   double A=h*a,B=h*b;BACK(s.x4,s.p4,-A/8,-B/8,nx,nv)
   g+=(nx*(2*s.p1+3*s.p2+4*s.p3)+nv*(2*s.q1+3*s.q2+4*s.q3))/9;gx+=nx;gv+=nv;
   double p3=A/9+h*4*nx/9,q3=B/9+h*4*nv/9,p2=A/12+h*nx/3,q2=B/12+h*nv/3,p1=-5*A/72+h*2*nx/9,q1=-5*B/72+h*2*nv/9,ux=0,uv=0;
   BACK(s.x3,s.p3,p3,q3,ux,uv)gx+=ux;gv+=uv;g+=.75*(ux*s.p2+uv*s.q2);p2+=.75*h*ux;q2+=.75*h*uv;ux=uv=0;
   BACK(s.x2,s.p2,p2,q2,ux,uv)gx+=ux;gv+=uv;g+=.5*(ux*s.p1+uv*s.q1);p1+=.5*h*ux;q1+=.5*h*uv;BACK(p.x,p.v,p1,q1,gx,gv)
   if(p.last){tb-=g;hb=0;}else hb=g;}
  mb[i]=gm;xb[i]=gx;vb[i]=gv;}
 result(mb,N);result(xb,N);result(vb,N);}
