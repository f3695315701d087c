#include "lg.h"
enum{H=40,W=42,T=40}; enum{N=H*W,M=H*(W-1)+(H-1)*W+2*(H-1)*(W-1)}; static double dt=.05,*fr,*rest,*k,*x,*v,*y,*xs,*vs,*f,*g,*kb,*xb,*vb;static I*a,*b,ne;
static void edge(I i,I j){a[ne]=i;b[ne]=j;rest[ne]=(fabs((double)(i/W-j/W))+fabs((double)(i%W-j%W)))>1.5?1.4:1;ne++;}
/* positions are kept; points of three */
static void setup(void){put_int(T);put_real(dt);fr=raw(N*8);for(I i=0;i<N;i++)fr[i]=i==0||i==W-1?0:1;a=raw(M*8);b=raw(M*8);rest=raw(M*8);
 for(I i=0;i<H;i++)for(I j=0;j<W;j++){I p=i*W+j;if(j<W-1)edge(p,p+1);if(i<H-1){edge(p,p+W);if(j<W-1){edge(p,p+W+1);edge(p+1,p+W);}}}
 put_f64(fr,1,D(N));put_i64(a,1,D(M));put_i64(b,1,D(M));put_f64(rest,1,D(M));y=MAT(N,3,0,10);k=VEC(M,5,15);
 x=raw(3*N*8);for(I i=0;i<N;i++){x[3*i]=i%W+.2*rnd();x[3*i+1]=i/W+.2*rnd();x[3*i+2]=.3*rnd();}put_f64(x,2,D(N,3));v=MAT(N,3,-.2,.2);xs=reals((T+1)*3*N);vs=reals(3*N);f=reals(3*N);kb=reals(M);xb=reals(3*N);vb=reals(3*N);}
static double*run(int keep){memcpy(xs,x,3*N*8);memcpy(vs,v,3*N*8);for(int t=0;t<T;t++){double*p=xs+(keep?t*3*N:0),*q=xs+(keep?(t+1)*3*N:0);
  for(I i=0;i<N;i++){f[3*i]=f[3*i+1]=0;f[3*i+2]=-1;}
  for(I e=0;e<M;e++){double*R A=p+3*a[e],*R B=p+3*b[e],dx=B[0]-A[0],dy=B[1]-A[1],dz=B[2]-A[2],s=k[e]*(1-rest[e]/sqrt(dx*dx+dy*dy+dz*dz));double*F=f+3*a[e],*G=f+3*b[e];dx*=s;dy*=s;dz*=s;F[0]+=dx;F[1]+=dy;F[2]+=dz;G[0]-=dx;G[1]-=dy;G[2]-=dz;}
  for(I i=0;i<N;i++)for(int c=0;c<3;c++){double u=.99*fr[i]*(vs[3*i+c]+dt*f[3*i+c]);vs[3*i+c]=u;q[3*i+c]=p[3*i+c]+dt*u;}}return xs+(keep?T*3*N:0);}
static void primal(void){double*p=run(0),l=0;for(I i=0;i<3*N;i++)l+=(p[i]-y[i])*(p[i]-y[i]);result1(l);}
static void grad(void){double*p=run(1);for(I i=0;i<3*N;i++){xb[i]=2*(p[i]-y[i]);vb[i]=0;}memset(kb,0,M*8);
 for(int t=T;t--;){p=xs+t*3*N;for(I i=0;i<N;i++)for(int c=0;c<3;c++){double u=.99*fr[i]*(vb[3*i+c]+dt*xb[3*i+c]);vb[3*i+c]=u;f[3*i+c]=dt*u;}
  for(I e=0;e<M;e++){double*R A=p+3*a[e],*R B=p+3*b[e],dx=B[0]-A[0],dy=B[1]-A[1],dz=B[2]-A[2],*F=f+3*a[e],*G=f+3*b[e],wx=F[0]-G[0],wy=F[1]-G[1],wz=F[2]-G[2],r2=1/(dx*dx+dy*dy+dz*dz),lr=rest[e]*sqrt(r2),s=k[e]*(1-lr),d=wx*dx+wy*dy+wz*dz,h=k[e]*lr*r2*d;
   kb[e]+=(1-lr)*d;double*U=xb+3*a[e],*V=xb+3*b[e];dx=s*wx+h*dx;dy=s*wy+h*dy;dz=s*wz+h*dz;U[0]-=dx;U[1]-=dy;U[2]-=dz;V[0]+=dx;V[1]+=dy;V[2]+=dz;}}
 result(kb,M);result(xb,3*N);result(vb,3*N);}
