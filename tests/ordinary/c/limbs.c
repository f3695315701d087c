#include "lg.h"
enum{F=2000,N=60}; static I*par;static double*y,*o,*q,*ob,*qb,W[N][4],P[N][3],U[N][4],L[N],WB[N][4],PB[N][3];
static void setup(void){par=raw(N*8);par[0]=-1;for(I i=1;i<N;i++){double u=rnd();par[i]=u<.7?i-1:(I)(rnd()*i);}put_i64(par,1,D(N));y=raw(F*N*24);for(I i=0;i<F*N*3;i++)y[i]=4*rnd()-2;put_f64(y,3,D(F,N,3));
 o=MAT(N,3,-1,1);q=raw(F*N*32);for(I i=0;i<F*N*4;i++)q[i]=(i%4?-.5:.5)+rnd();put_f64(q,3,D(F,N,4));ob=reals(3*N);qb=reals(F*N*4);}
static inline void mul(const double*a,const double*b,double*c){c[0]=a[0]*b[0]-a[1]*b[1]-a[2]*b[2]-a[3]*b[3];c[1]=a[0]*b[1]+a[1]*b[0]+a[2]*b[3]-a[3]*b[2];c[2]=a[0]*b[2]-a[1]*b[3]+a[2]*b[0]+a[3]*b[1];c[3]=a[0]*b[3]+a[1]*b[2]-a[2]*b[1]+a[3]*b[0];}
static inline void cross(const double*a,const double*b,double*c){c[0]=a[1]*b[2]-a[2]*b[1];c[1]=a[2]*b[0]-a[0]*b[2];c[2]=a[0]*b[1]-a[1]*b[0];}
static inline void turn(const double*q,const double*v,double*t,double*r){double s[3];cross(q+1,v,t);for(int e=0;e<3;e++)t[e]*=2;cross(q+1,t,s);for(int e=0;e<3;e++)r[e]=v[e]+q[0]*t[e]+s[e];}
static void pose(const double*q){double t[3];for(I i=0;i<N;i++,q+=4){double l=L[i]=1/sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3]);for(int e=0;e<4;e++)U[i][e]=q[e]*l;I p=par[i];
  if(p<0){memcpy(W[i],U[i],32);memcpy(P[i],o+3*i,24);}else{mul(W[p],U[i],W[i]);turn(W[p],o+3*i,t,P[i]);for(int e=0;e<3;e++)P[i][e]+=P[p][e];}}}
static void primal(void){double l=0;for(I f=0;f<F;f++){pose(q+f*N*4);const double*w=y+f*N*3;for(I i=0;i<N;i++)for(int e=0;e<3;e++){double d=P[i][e]-w[3*i+e];l+=d*d;}}result1(l);}
static void grad(void){memset(ob,0,N*24);for(I f=0;f<F;f++){pose(q+f*N*4);const double*w=y+f*N*3;for(I i=0;i<N;i++)for(int e=0;e<3;e++)PB[i][e]=2*(P[i][e]-w[3*i+e]);memset(WB,0,sizeof WB);
  for(I i=N;i--;){I p=par[i];double*g=PB[i],*b=WB[i],u[4];
   if(p<0){for(int e=0;e<3;e++)ob[3*i+e]+=g[e];memcpy(u,b,32);}
   else{double*a=W[p],*c=U[i],*A=WB[p],t[3],tb[3],s[3],r[3],v[3];const double*off=o+3*i;
    /* b of a product: by a it is b times the conjugate of c, by c the conjugate of a times b */
    double cc[4]={c[0],-c[1],-c[2],-c[3]},ca[4]={a[0],-a[1],-a[2],-a[3]},x[4];mul(b,cc,x);mul(ca,b,u);for(int e=0;e<4;e++)A[e]+=x[e];
    for(int e=0;e<3;e++)PB[p][e]+=g[e];cross(a+1,off,t);for(int e=0;e<3;e++)t[e]*=2;A[0]+=g[0]*t[0]+g[1]*t[1]+g[2]*t[2];cross(g,a+1,s);for(int e=0;e<3;e++)tb[e]=2*(a[0]*g[e]+s[e]);cross(t,g,s);cross(off,tb,r);cross(tb,a+1,v);
    for(int e=0;e<3;e++){A[e+1]+=s[e]+r[e];ob[3*i+e]+=g[e]+v[e];}}
   double d=0,*c=U[i],*z=qb+(f*N+i)*4;for(int e=0;e<4;e++)d+=u[e]*c[e];for(int e=0;e<4;e++)z[e]=L[i]*(u[e]-d*c[e]);}}
 result(ob,3*N);result(qb,F*N*4);}
