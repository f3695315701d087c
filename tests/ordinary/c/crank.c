#include "lg.h"
enum{N=128,T=100,M=64}; enum{B=8}; static double*s,*ks,*y,*sb,r=.03; typedef double V[B]; static V*v,X[N],G[N],Y[N]; static double a[N+1],b[N],c[N],w[N],p[N],A[N],Bb[N],C[N];
static void setup(void){put_int(T);s=VEC(N,.2,.4);put_real(r);ks=VEC(M,.8,1.2);y=VEC(M,.05,.2);sb=reals(N);v=(V*)reals((T+1)*N*B);}
static void factors(void){double h=1./T;for(I i=0;i<N-1;i++){double x=i,q=s[i]*s[i]*x*x;a[i]=.25*h*(q-r*x);b[i]=-.5*h*(q+r);c[i]=.25*h*(q+r*x);}a[N-1]=b[N-1]=c[N-1]=0;
 for(I i=0;i<N;i++){double f=1-b[i]-(i?a[i]*p[i-1]:0);w[i]=1/f;p[i]=c[i]/f;}}
static void first(I m,V*v){for(I i=0;i<N;i++)for(int l=0;l<B;l++)v[i][l]=m+l<M?fmax(0,ks[m+l]-2.*i/(N-1)):0;}
static inline void step(const V*u,V*o){V q={0};for(I i=0;i<N;i++)for(int l=0;l<B;l++){double d=(1+b[i])*u[i][l];if(i)d+=a[i]*u[i-1][l];if(i<N-1)d+=c[i]*u[i+1][l];q[l]=(d+a[i]*q[l])*w[i];o[i][l]=q[l];}
 for(I i=N-1;i--;)for(int l=0;l<B;l++)o[i][l]+=p[i]*o[i+1][l];}
static void primal(void){factors();double e=0;for(I m=0;m<M;m+=B){V*u=v,*o=v+N;first(m,u);for(I t=0;t<T;t++){step(u,o);V*x=u;u=o;o=x;}for(int l=0;l<B&&m+l<M;l++){double d=u[N/2][l]-y[m+l];e+=d*d;}}result1(e);}
static void grad(void){factors();memset(A,0,N*8);memset(Bb,0,N*8);memset(C,0,N*8);for(I m=0;m<M;m+=B){first(m,v);for(I t=0;t<T;t++)step(v+t*N,v+(t+1)*N);
  memset(G,0,sizeof G);for(int l=0;l<B&&m+l<M;l++)G[N/2][l]=2*(v[T*N+N/2][l]-y[m+l]);
  for(I t=T;t--;){V*u=v+t*N,*o=u+N,q={0};for(I i=0;i<N;i++)for(int l=0;l<B;l++){q[l]=G[i][l]+(i?p[i-1]*q[l]:0);Y[i][l]=q[l];}
   memset(q,0,sizeof q);for(I i=N;i--;)for(int l=0;l<B;l++){q[l]=(Y[i][l]+(i<N-1?a[i+1]*q[l]:0))*w[i];X[i][l]=q[l];}
   for(I i=0;i<N;i++){double f=0,g=0,h=0;for(int l=0;l<B;l++){double x=X[i][l];if(i)f+=x*(o[i-1][l]+u[i-1][l]);g+=x*(o[i][l]+u[i][l]);if(i<N-1)h+=x*(o[i+1][l]+u[i+1][l]);
     double z=(1+b[i])*x;if(i<N-1)z+=a[i+1]*X[i+1][l];if(i)z+=c[i-1]*X[i-1][l];G[i][l]=z;}A[i]+=f;Bb[i]+=g;C[i]+=h;}}}
 double rb=0,h=1./T;for(I i=0;i<N-1;i++){sb[i]=h*(.25*A[i]-.5*Bb[i]+.25*C[i])*2*s[i]*i*i;rb+=h*(-.25*i*A[i]-.5*Bb[i]+.25*i*C[i]);}sb[N-1]=0;result(sb,N);result1(rb);}
