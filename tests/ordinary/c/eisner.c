#include "lg.h"
enum{B=10,N=50}; static double*s,*sb,*IR,*IL,*CR,*CL,*TR,*TL,*bo,*gIR,*gIL,*gCR,*gCL,*gTR,*gTL;
/* IL, TR and TL are transposed, so that each sum is over two rows; g*: adjoints */
static void setup(void){s=raw(B*N*N*8);for(I i=0;i<B*N*N;i++)s[i]=-1.5+3*rnd();put_f64(s,3,D(B,N,N));sb=reals(B*N*N);IR=reals(N*N);IL=reals(N*N);CR=reals(N*N);CL=reals(N*N);TR=reals(N*N);TL=reals(N*N);bo=reals(N*N);gIR=reals(N*N);gIL=reals(N*N);gCR=reals(N*N);gCL=reals(N*N);gTR=reals(N*N);gTL=reals(N*N);}
static inline double lse(const double*R a,const double*R b,I w){double m=-1e300,z=0;for(I k=0;k<w;k++){double x=a[k]+b[k];m=x>m?x:m;}for(I k=0;k<w;k++)z+=exp(a[k]+b[k]-m);return m+log(z);}
static inline void lseb(const double*R a,const double*R b,I w,double o,double g,double*R p,double*R q){for(I k=0;k<w;k++){double x=g*exp(a[k]+b[k]-o);p[k]+=x;q[k]+=x;}}
static double inside(const double*R s){for(I i=0;i<N;i++)CR[i*N+i]=CL[i*N+i]=TR[i*N+i]=TL[i*N+i]=0;
 for(I w=1;w<N;w++)for(I i=0;i+w<N;i++){I j=i+w,u=i*N,v=j*N;double b=lse(CR+u+i,TL+v+i+1,w);bo[u+j]=b;IR[u+j]=b+s[u+j];IL[v+i]=b+s[v+i];
  TR[v+i]=CR[u+j]=lse(IR+u+i+1,TR+v+i+1,w);TL[v+i]=CL[u+j]=lse(CL+u+i,IL+v+i,w);}return CR[N-1];}
static void primal(void){double l=0;for(I k=0;k<B;k++)l+=inside(s+k*N*N);result1(l);}
static void grad(void){memset(sb,0,B*N*N*8);for(I k=0;k<B;k++){const double*R x=s+k*N*N;double*R o=sb+k*N*N;inside(x);memset(gIR,0,N*N*8);memset(gIL,0,N*N*8);memset(gCR,0,N*N*8);memset(gCL,0,N*N*8);memset(gTR,0,N*N*8);memset(gTL,0,N*N*8);gCR[N-1]=1;
 for(I w=N;--w;)for(I i=0;i+w<N;i++){I j=i+w,u=i*N,v=j*N;
  lseb(CL+u+i,IL+v+i,w,CL[u+j],gCL[u+j]+gTL[v+i],gCL+u+i,gIL+v+i);
  lseb(IR+u+i+1,TR+v+i+1,w,CR[u+j],gCR[u+j]+gTR[v+i],gIR+u+i+1,gTR+v+i+1);
  double r=gIR[u+j],l=gIL[v+i];o[u+j]=r;o[v+i]=l;lseb(CR+u+i,TL+v+i+1,w,bo[u+j],r+l,gCR+u+i,gTL+v+i+1);}}
 result(sb,B*N*N);}
