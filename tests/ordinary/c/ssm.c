#include "lg.h"
enum{L=800,DD=40,N=16}; static double*a,*sk,*x,*z,*b,*c,*yb,*y,*dl,*hs,*es,*ab,*skb,*xb,*zb,*bb,*cb;
/* channel by channel: its states and decays of all times are kept */
static void setup(void){a=MAT(DD,N,-2,-.1);sk=VEC(DD,-1,1);x=MAT(L,DD,-1,1);z=MAT(L,DD,-3,1);b=MAT(L,N,-1,1);c=MAT(L,N,-1,1);yb=MAT(L,DD,-1,1);
 y=reals(L*DD);dl=reals(L*DD);hs=reals((L+1)*N);es=reals(L*N);ab=reals(DD*N);skb=reals(DD);xb=reals(L*DD);zb=reals(L*DD);bb=reals(L*N);cb=reals(L*N);}
static void soft(void){for(I i=0;i<L*DD;i++)dl[i]=(z[i]>0?z[i]:0)+log(1+exp(-fabs(z[i])));}
static inline void line(I j,int keep){double*R h=hs;const double*R A=a+j*N;memset(h,0,N*8);for(I i=0;i<L;i++){double t=dl[i*DD+j],u=t*x[i*DD+j],s=sk[j]*x[i*DD+j];const double*R B=b+i*N,*R C=c+i*N;double*o=keep?h+N:h,*R e=es+(keep?i*N:0);
  for(I k=0;k<N;k++)e[k]=exp(t*A[k]);for(I k=0;k<N;k++){double g=e[k]*h[k]+u*B[k];o[k]=g;s+=C[k]*g;}y[i*DD+j]=s;h=o;}}
static void primal(void){soft();for(I j=0;j<DD;j++)line(j,0);result(y,L*DD);}
static void grad(void){soft();memset(bb,0,L*N*8);memset(cb,0,L*N*8);
 for(I j=0;j<DD;j++){line(j,1);const double*R A=a+j*N;double g[N],ga[N],gs=0;memset(g,0,sizeof g);memset(ga,0,sizeof ga);
  for(I i=L;i--;){double w=yb[i*DD+j],t=dl[i*DD+j],X=x[i*DD+j],u=t*X,gu=0,gt=0;const double*R B=b+i*N,*R C=c+i*N,*R e=es+i*N,*R h=hs+i*N,*R o=h+N;double*R p=bb+i*N,*R q=cb+i*N;
   for(I k=0;k<N;k++){double d=g[k]+w*C[k],f=d*e[k],m=f*h[k];q[k]+=w*o[k];p[k]+=u*d;gu+=d*B[k];gt+=m*A[k];ga[k]+=m*t;g[k]=f;}
   gs+=w*X;xb[i*DD+j]=w*sk[j]+gu*t;zb[i*DD+j]=(gt+gu*X)*(1-exp(-t));}
  skb[j]=gs;memcpy(ab+j*N,ga,N*8);}
 result(ab,DD*N);result(skb,DD);result(xb,L*DD);result(zb,L*DD);result(bb,L*N);result(cb,L*N);}
