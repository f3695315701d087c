#include "lg.h"
enum{Q=14,L=10}; enum{N=1<<Q}; static double g=.7,*j,*t,*re,*im,*lr,*li,*dj,*dt;
/* turns are undone on the way back: the state is not kept */
static void setup(void){put_real(g);j=VEC(Q,-1,1);t=arg_f64(1,D(L*Q*2),-2,2);put_f64(t,3,D(L,Q,2));re=reals(N);im=reals(N);lr=reals(N);li=reals(N);dj=reals(Q);dt=reals(L*Q*2);}
static void turn(double*R x,double*R y,int k,double c,double d,double a,double b){I w=1<<k;for(I u=0;u<N;u+=2*w)for(I i=u;i<u+w;i++){I o=i+w;double r0=c*x[i]-d*x[o],i0=c*y[i]-d*y[o],r1=d*x[i]+c*x[o],i1=d*y[i]+c*y[o];
 x[i]=a*r0+b*i0;y[i]=a*i0-b*r0;x[o]=a*r1-b*i1;y[o]=a*i1+b*r1;}}
static void signs(double*R x,double*R y){for(I i=0;i<N;i++){double s=__builtin_popcountll(i&i>>1)&1?-1:1;x[i]*=s;y[i]*=s;}}
static void run(void){memset(re,0,N*8);memset(im,0,N*8);re[0]=1;for(int l=0;l<L;l++){for(int k=0;k<Q;k++){double*p=t+(l*Q+k)*2;turn(re,im,k,cos(p[0]/2),sin(p[0]/2),cos(p[1]/2),sin(p[1]/2));}signs(re,im);}}
static double zz(I i){double s=0;for(int k=0;k<Q;k++)s+=((i>>k^i>>(k+1)%Q)&1)?-j[k]:j[k];return s;}
static void primal(void){run();double e=0;for(I i=0;i<N;i++)e+=zz(i)*(re[i]*re[i]+im[i]*im[i]);
 double x=0;for(int k=0;k<Q;k++){I w=1<<k;for(I u=0;u<N;u+=2*w)for(I i=u;i<u+w;i++)x+=re[i]*re[i+w]+im[i]*im[i+w];}result1(e+2*g*x);}
static void grad(void){run();memset(dj,0,Q*8);for(I i=0;i<N;i++){double p=re[i]*re[i]+im[i]*im[i],z=2*zz(i);lr[i]=z*re[i];li[i]=z*im[i];for(int k=0;k<Q;k++)dj[k]+=((i>>k^i>>(k+1)%Q)&1)?-p:p;}
 for(int k=0;k<Q;k++){I w=1<<k;for(I u=0;u<N;u+=2*w)for(I i=u;i<u+w;i++){I o=i+w;lr[i]+=2*g*re[o];li[i]+=2*g*im[o];lr[o]+=2*g*re[i];li[o]+=2*g*im[i];}}
 for(int l=L;l--;){signs(re,im);signs(lr,li);for(int k=Q;k--;){double*p=t+(l*Q+k)*2,c=cos(p[0]/2),d=sin(p[0]/2),a=cos(p[1]/2),b=sin(p[1]/2),s=0,h=0;I w=1<<k;
  for(I u=0;u<N;u+=2*w)for(I i=u;i<u+w;i++){I o=i+w;s+=lr[i]*im[i]-li[i]*re[i]-lr[o]*im[o]+li[o]*re[o];
   double r0=a*re[i]-b*im[i],i0=a*im[i]+b*re[i],r1=a*re[o]+b*im[o],i1=a*im[o]-b*re[o],m0=a*lr[i]-b*li[i],n0=a*li[i]+b*lr[i],m1=a*lr[o]+b*li[o],n1=a*li[o]-b*lr[o];
   h+=m1*r0+n1*i0-m0*r1-n0*i1;re[i]=c*r0+d*r1;im[i]=c*i0+d*i1;re[o]=c*r1-d*r0;im[o]=c*i1-d*i0;lr[i]=c*m0+d*m1;li[i]=c*n0+d*n1;lr[o]=c*m1-d*m0;li[o]=c*n1-d*n0;}
  dt[(l*Q+k)*2]=h/2;dt[(l*Q+k)*2+1]=s/2;}}
 result(dj,Q);result(dt,L*Q*2);}
