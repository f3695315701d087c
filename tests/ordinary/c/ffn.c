#include "lg.h"
enum{T=96,DM=64,H=128}; static double*x,*g,*b,*w1,*b1,*w2,*b2,*y,*xh,*rs,*n,*a,*s,*u,*o,*w1t,*w2t,*xb,*gb,*bb,*w1b,*b1b,*w2b,*b2b,*nb,*ab;
static void setup(void){x=MAT(T,DM,-1,1);g=VEC(DM,.5,1.5);b=VEC(DM,-.5,.5);w1=MAT(DM,H,-.3,.3);b1=VEC(H,-.2,.2);w2=MAT(H,DM,-.3,.3);b2=VEC(DM,-.2,.2);y=MAT(T,DM,-1,1);
 xh=reals(T*DM);rs=reals(T);n=reals(T*DM);a=reals(T*H);s=reals(T*H);u=reals(T*H);o=reals(T*DM);w1t=reals(DM*H);w2t=reals(DM*H);xb=reals(T*DM);gb=reals(DM);bb=reals(DM);w1b=reals(DM*H);b1b=reals(H);w2b=reals(DM*H);b2b=reals(DM);nb=reals(T*DM);ab=reals(T*H);}
typedef double v4 __attribute__((vector_size(32),aligned(8)));
/* C += A B, A by strides; 4 x 8 in registers */
static void mm(I n,I m,I k,const double*R A,I si,I sk,const double*R B,double*R C){I i=0;
 for(;i+4<=n;i+=4){I j=0;for(;j+8<=m;j+=8){v4 c[4][2];for(int r=0;r<4;r++)for(int q=0;q<2;q++)c[r][q]=*(v4*)(C+(i+r)*m+j+4*q);
   for(I l=0;l<k;l++){v4 p=*(v4*)(B+l*m+j),q=*(v4*)(B+l*m+j+4);const double*e=A+i*si+l*sk;for(int r=0;r<4;r++){c[r][0]+=e[r*si]*p;c[r][1]+=e[r*si]*q;}}
   for(int r=0;r<4;r++)for(int q=0;q<2;q++)*(v4*)(C+(i+r)*m+j+4*q)=c[r][q];}
  for(;j<m;j++)for(int r=0;r<4;r++){double c=C[(i+r)*m+j];for(I l=0;l<k;l++)c+=A[(i+r)*si+l*sk]*B[l*m+j];C[(i+r)*m+j]=c;}}
 for(;i<n;i++)for(I l=0;l<k;l++){double e=A[i*si+l*sk];for(I j=0;j<m;j++)C[i*m+j]+=e*B[l*m+j];}}
/* GELU is x s, s = 1 / (1 + exp(-2 sqrt(2/pi) (x + 0.044715 x^3))) */
static const double Q=2*0.7978845608028654;
static void fw(void){for(I i=0;i<T;i++){const double*R r=x+i*DM;double m=0,v=0;for(I j=0;j<DM;j++)m+=r[j];m/=DM;for(I j=0;j<DM;j++)v+=(r[j]-m)*(r[j]-m);v=1/sqrt(v/DM+1e-5);rs[i]=v;double*R h=xh+i*DM,*R z=n+i*DM;for(I j=0;j<DM;j++){h[j]=(r[j]-m)*v;z[j]=h[j]*g[j]+b[j];}memcpy(a+i*H,b1,H*8);}
 mm(T,H,DM,n,DM,1,w1,a);for(I i=0;i<T*H;i++)s[i]=exp(-Q*(a[i]+.044715*a[i]*a[i]*a[i]));for(I i=0;i<T*H;i++){s[i]=1/(1+s[i]);u[i]=a[i]*s[i];}}
static void primal(void){fw();for(I i=0;i<T;i++)for(I j=0;j<DM;j++)o[i*DM+j]=x[i*DM+j]+b2[j];mm(T,DM,H,u,H,1,w2,o);result(o,T*DM);}
static void grad(void){fw();for(I i=0;i<DM;i++)for(I j=0;j<H;j++){w1t[j*DM+i]=w1[i*H+j];w2t[i*H+j]=w2[j*DM+i];}
 memset(b2b,0,DM*8);memset(b1b,0,H*8);memset(gb,0,DM*8);memset(bb,0,DM*8);memset(w1b,0,DM*H*8);memset(w2b,0,DM*H*8);memset(ab,0,T*H*8);memset(nb,0,T*DM*8);
 for(I i=0;i<T;i++)for(I j=0;j<DM;j++)b2b[j]+=y[i*DM+j];mm(H,DM,T,u,1,H,y,w2b);mm(T,H,DM,y,DM,1,w2t,ab);
 for(I i=0;i<T;i++){double*R d=ab+i*H;const double*R p=a+i*H,*R q=s+i*H;for(I j=0;j<H;j++){double v=q[j];d[j]*=v+p[j]*v*(1-v)*Q*(1+3*.044715*p[j]*p[j]);b1b[j]+=d[j];}}
 mm(DM,H,T,n,1,DM,ab,w1b);mm(T,DM,H,ab,H,1,w1t,nb);
 for(I i=0;i<T;i++){double*R d=nb+i*DM,*R r=xb+i*DM;const double*R h=xh+i*DM,*R f=y+i*DM;double m=0,v=0;for(I j=0;j<DM;j++){gb[j]+=d[j]*h[j];bb[j]+=d[j];d[j]*=g[j];}for(I j=0;j<DM;j++){m+=d[j];v+=d[j]*h[j];}m/=DM;v/=DM;for(I j=0;j<DM;j++)r[j]=f[j]+rs[i]*(d[j]-m-h[j]*v);}
 result(xb,T*DM);result(gb,DM);result(bb,DM);result(w1b,DM*H);result(b1b,H);result(w2b,H*DM);result(b2b,DM);}
