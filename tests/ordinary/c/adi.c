#include "lg.h"
enum{H=90,W=100,T=60}; enum{N=H*W}; static double dt=.02,dx=.06,v1=.3,v2=.4,r=.05,*w,*pay,*us,*g,*pb; static char*held_on;
typedef struct{double a,b,c,f[H+W],m[H+W],ga,gb,gc;}axis; static axis A,B;
/* the grid is kept after each half step, and where it was not exercised */
static void setup(void){put_int(T);put_real(dt);put_real(dx);w=MAT(H,W,0,1);pay=raw(N*8);for(I i=0;i<H;i++)for(I j=0;j<W;j++)pay[i*W+j]=fmax(0,1.1+.05*rnd()-fmin(exp((i-H/2)*dx),exp((j-W/2)*dx)));put_f64(pay,2,D(H,W));put_real(v1);put_real(v2);put_real(r);
 us=reals(2*T*N);g=reals(N);pb=reals(N);held_on=raw(T*N);held+=T*N;}
static void factors(axis*x,double v,int n){double d=.5*v*v/(dx*dx),m=(r-.5*v*v)/(2*dx);x->a=dt*(m-d);x->b=1+dt*(2*d+r/2);x->c=-dt*(d+m);x->ga=x->gb=x->gc=0;x->f[0]=0;for(int i=1;i<n-1;i++){x->m[i]=1/(x->b-x->a*x->f[i-1]);x->f[i]=x->c*x->m[i];}}
static double*run(int keep){factors(&A,v1,H);factors(&B,v2,W);double*s=pay;
 for(int t=0;t<T;t++){double*R u=us+(keep?2*t*N:0),*R x=u+(keep?N:0);
  for(I i=0;i<H;i++){double*R p=u+i*W,*q=s+i*W;p[0]=q[0];p[W-1]=q[W-1];for(I j=1;j<W-1;j++)p[j]=(q[j]-B.a*p[j-1])*B.m[j];for(I j=W-2;j>0;j--)p[j]-=B.f[j]*p[j+1];}
  if(keep){memcpy(x,u,W*8);memcpy(x+(H-1)*W,u+(H-1)*W,W*8);}
  for(I i=1;i<H-1;i++)for(I j=0;j<W;j++)x[i*W+j]=(u[i*W+j]-A.a*x[(i-1)*W+j])*A.m[i];
  for(I i=H-2;i>0;i--)for(I j=0;j<W;j++)x[i*W+j]-=A.f[i]*x[(i+1)*W+j];
  /* kept before exercise: what is exercised is known from the mask */
  if(keep){double*R n=g;char*k=held_on+t*N;for(I i=0;i<N;i++){k[i]=x[i]>pay[i];n[i]=k[i]?x[i]:pay[i];}s=g;}
  else{for(I i=0;i<N;i++)x[i]=x[i]>pay[i]?x[i]:pay[i];s=x;}}
 return s;}
static void primal(void){double*u=run(0),l=0;for(I i=0;i<N;i++)l+=u[i]*w[i];result1(l);}
static void sigma(axis*x,double v,double*gv,double*gr){*gv=x->ga*-dt*(v/(dx*dx)+v/(2*dx))+x->gb*dt*2*v/(dx*dx)-x->gc*dt*(v/(dx*dx)-v/(2*dx));*gr+=x->ga*dt/(2*dx)+x->gb*dt/2-x->gc*dt/(2*dx);}
static void grad(void){run(1);memcpy(g,w,N*8);memset(pb,0,N*8);
 for(int t=T;t--;){double*R u=us+2*t*N,*R x=u+N;char*k=held_on+t*N;for(I i=0;i<N;i++)if(!k[i]){pb[i]+=g[i];g[i]=0;}
  for(I i=1;i<H-1;i++)for(I j=0;j<W;j++)g[i*W+j]-=A.f[i-1]*g[(i-1)*W+j]*(i>1);
  for(I j=0;j<W;j++)g[(H-1)*W+j]-=A.f[H-2]*g[(H-2)*W+j];
  for(I i=H-2;i>0;i--){double*R p=g+i*W,*R n=x+i*W,ga=0,gb=0,gc=0;for(I j=0;j<W;j++){double z=p[j];if(i<H-2)z-=A.a*p[W+j];z*=A.m[i];p[j]=z;ga-=z*n[j-W];gb-=z*n[j];gc-=z*n[j+W];}A.ga+=ga;A.gb+=gb;A.gc+=gc;}
  for(I j=0;j<W;j++)g[j]-=A.a*g[W+j];
  for(I i=0;i<H;i++){double*R p=g+i*W,*R n=u+i*W,ga=0,gb=0,gc=0;for(I j=2;j<W;j++)p[j]-=B.f[j-1]*p[j-1];
   for(I j=W-2;j>0;j--){double z=p[j];if(j<W-2)z-=B.a*p[j+1];z*=B.m[j];p[j]=z;ga-=z*n[j-1];gb-=z*n[j];gc-=z*n[j+1];}p[0]-=B.a*p[1];B.ga+=ga;B.gb+=gb;B.gc+=gc;}}
 for(I i=0;i<N;i++)pb[i]+=g[i];double g1,g2,gr=0;sigma(&A,v1,&g1,&gr);sigma(&B,v2,&g2,&gr);result(pb,N);result1(g1);result1(g2);result1(gr);}
