#include "lg.h"
enum{N=2000,T=20}; enum{W=N+4}; static double c=.15,*h,*q,*w,*us,*fh,*fq,*vh,*vq,*hb,*qb,*lh,*lq,*rh,*rq,*sl,*sr,*tl,*tr;
/* states with two cells more at either end: us[t] = h, q */
static void setup(void){put_int(T);put_real(c);h=VEC(N,1,2);q=VEC(N,-.3,.3);w=VEC(N,1,2);us=reals((T+1)*2*W);fh=reals(N+1);fq=reals(N+1);vh=reals(W);vq=reals(W);hb=reals(N);qb=reals(N);lh=reals(W);lq=reals(W);rh=reals(W);rq=reals(W);sl=reals(W);sr=reals(W);tl=reals(W);tr=reals(W);}
static void ring(double*u){u[0]=u[N];u[1]=u[N+1];u[N+2]=u[2];u[N+3]=u[3];}
static inline double mm(double a,double b){double m=fabs(a)<fabs(b)?a:b;return a*b>0?m:0;}
#define SIDES I l=k+1,r=k+2;double a=x[l]+.5*mm(x[l]-x[l-1],x[l+1]-x[l]),m=y[l]+.5*mm(y[l]-y[l-1],y[l+1]-y[l]),b=x[r]-.5*mm(x[r]-x[r-1],x[r+1]-x[r]),n=y[r]-.5*mm(y[r]-y[r-1],y[r+1]-y[r]);\
 double u=m/a,v=n/b,sa=sqrt(a),sb=sqrt(b),ll=fabs(u)+sa,lr=fabs(v)+sb,s=ll>lr?ll:lr;
static void step(const double*R x,const double*R y,double*R X,double*R Y){for(I k=0;k<N+1;k++){SIDES fh[k]=.5*(m+n-s*(b-a));fq[k]=.5*(m*u+.5*a*a+n*v+.5*b*b-s*(n-m));}
 for(I i=0;i<N;i++){X[i+2]=x[i+2]-c*(fh[i+1]-fh[i]);Y[i+2]=y[i+2]-c*(fq[i+1]-fq[i]);}ring(X);ring(Y);}
static void run(int keep){memcpy(us+2,h,N*8);memcpy(us+W+2,q,N*8);ring(us);ring(us+W);for(int t=0;t<T;t++){double*a=us+(keep?t:t&1)*2*W,*b=us+(keep?t+1:1-(t&1))*2*W;step(a,a+W,b,b+W);}}
static void primal(void){run(0);double l=0,*u=us+(T&1)*2*W+2;for(I i=0;i<N;i++){double e=u[i]-w[i];l+=e*e;}result1(l);}
/* faces 0..N-1 are left of cells; l*, r*: adjoints of what is left and right of a face; s*, t*: of the differences to the left and the right that the limiter took */
static void slopes(const double*R x,const double*R L,const double*R Rr,double*R s,double*R t){for(I i=2;i<N+2;i++){double a=x[i]-x[i-1],b=x[i+1]-x[i],g=.5*(L[i+1]-Rr[i]);g=a*b>0?g:0;double l=fabs(a)<fabs(b)?g:0;s[i]=l;t[i]=g-l;}ring(s);ring(t);}
static void faces(const double*R x,const double*R y,const double*R vh,const double*R vq,double*R lh,double*R lq,double*R rh,double*R rq){
  for(I k=0;k<N;k++){SIDES double f=c*(vh[k+2]-vh[k+1]),g=c*(vq[k+2]-vq[k+1]),wb=-.5*(f*(b-a)+g*(n-m)),h=.5*s,wl=ll>lr?wb:0,wr=wb-wl,mu=copysign(wl/a,wl*u),nu=copysign(wr/b,wr*v);
   lh[k+2]=.5*g*(a-u*u)+h*f-mu*u+.5*wl/sa;lq[k+2]=.5*f+g*u+h*g+mu;rh[k+2]=.5*g*(b-v*v)-h*f-nu*v+.5*wr/sb;rq[k+2]=.5*f+g*v-h*g+nu;}}
static void gather(double*R v,const double*R l,const double*R r,const double*R s,const double*R t){for(I i=2;i<N+2;i++)v[i]+=l[i+1]+r[i]+s[i]-t[i]-s[i+1]+t[i-1];ring(v);}
static void grad(void){run(1);double*z=us+T*2*W;for(I i=0;i<N;i++){vh[i+2]=2*(z[i+2]-w[i]);vq[i+2]=0;}ring(vh);ring(vq);
 for(int t=T;t--;){const double*R x=us+t*2*W,*R y=x+W;
  faces(x,y,vh,vq,lh,lq,rh,rq);
  ring(lh);ring(lq);ring(rh);ring(rq);slopes(x,lh,rh,sl,sr);slopes(y,lq,rq,tl,tr);
  gather(vh,lh,rh,sl,sr);gather(vq,lq,rq,tl,tr);}
 memcpy(hb,vh+2,N*8);memcpy(qb,vq+2,N*8);result(hb,N);result(qb,N);}
