#include "lg.h"
enum{B=16,T=30,DD=32,E=16,G=4*DD}; static double*w,*u,*b,*xs,*wb,*ub,*bb,*Ht,*Ct,*At; static double wt[DD*G],ut[E*G];
static void setup(void){w=arg_f64(3,D(4,DD,DD),-.2,.2);put_f64(w,3,D(4,DD,DD));u=arg_f64(3,D(4,DD,E),-.2,.2);put_f64(u,3,D(4,DD,E));b=MAT(4,DD,-.1,.1);xs=arg_f64(3,D(B,T,E),-1,1);put_f64(xs,3,D(B,T,E));wb=reals(G*DD);ub=reals(G*E);bb=reals(G);Ht=reals((T+1)*DD);Ct=reals((T+1)*DD);At=reals(T*G);}
static void tr(void){for(I i=0;i<G;i++){for(I j=0;j<DD;j++)wt[j*G+i]=w[i*DD+j];for(I j=0;j<E;j++)ut[j*G+i]=u[i*E+j];}}
static double sg(double x){return 1/(1+exp(-x));}
static double fw(const double*R x){memset(Ht,0,DD*8);memset(Ct,0,DD*8);for(I s=0;s<T;s++){double*R h=Ht+s*DD,*R c=Ct+s*DD,*R a=At+s*G;memcpy(a,b,G*8);for(I j=0;j<DD;j++){double z=h[j];for(I i=0;i<G;i++)a[i]+=wt[j*G+i]*z;}for(I j=0;j<E;j++){double z=x[s*E+j];for(I i=0;i<G;i++)a[i]+=ut[j*G+i]*z;}
 for(I i=0;i<3*DD;i++)a[i]=sg(a[i]);for(I i=3*DD;i<G;i++)a[i]=tanh(a[i]);for(I i=0;i<DD;i++){c[DD+i]=a[DD+i]*c[i]+a[i]*a[3*DD+i];h[DD+i]=a[2*DD+i]*tanh(c[DD+i]);}}double r=0;for(I i=0;i<DD;i++)r+=Ht[T*DD+i]*Ht[T*DD+i];return r;}
static void primal(void){tr();double r=0;for(I k=0;k<B;k++)r+=fw(xs+k*T*E);result1(r);}
static void grad(void){tr();memset(wb,0,G*DD*8);memset(ub,0,G*E*8);memset(bb,0,G*8);for(I k=0;k<B;k++){const double*R x=xs+k*T*E;fw(x);double g[DD],gc[DD]={0};for(I i=0;i<DD;i++)g[i]=2*Ht[T*DD+i];
 for(I s=T-1;s>=0;s--){double*R h=Ht+s*DD,*R c=Ct+s*DD,*R a=At+s*G,n[DD]={0},d[G];
 for(I i=0;i<DD;i++){double t=tanh(c[DD+i]),o=a[2*DD+i],f=a[DD+i],q=a[i],z=a[3*DD+i];double cc=gc[i]+g[i]*o*(1-t*t);d[2*DD+i]=g[i]*t*o*(1-o);d[DD+i]=cc*c[i]*f*(1-f);d[i]=cc*z*q*(1-q);d[3*DD+i]=cc*q*(1-z*z);gc[i]=cc*f;}
 for(I i=0;i<G;i++){double v=d[i];bb[i]+=v;double*R r=wb+i*DD,*R q=ub+i*E,*R W=w+i*DD;for(I j=0;j<DD;j++){r[j]+=v*h[j];n[j]+=v*W[j];}for(I j=0;j<E;j++)q[j]+=v*x[s*E+j];}memcpy(g,n,DD*8);}}result(wb,G*DD);result(ub,G*E);result(bb,G);}
