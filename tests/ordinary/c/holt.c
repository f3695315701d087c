#include "lg.h"
enum{N=1500,T=240,P=12}; static double*y,*w,*s,*S,*L,*Dd,*wb,*sb,*g;
static void setup(void){y=MAT(N,T,1.5,2.5);w=raw(N*5*8);for(I i=0;i<N;i++){for(int k=0;k<3;k++)w[5*i+k]=-2+2*rnd();w[5*i+3]=1.8+.4*rnd();w[5*i+4]=.02*rnd()-.01;}put_f64(w,2,D(N,5));s=MAT(N,P,.8,1.2);
 S=reals(T+P);L=reals(T+1);Dd=reals(T+1);wb=reals(N*5);sb=reals(N*P);g=reals(T+P);}
static double sg(double x){return 1/(1+exp(-x));}
static void primal(void){double e=0;for(I i=0;i<N;i++){double a=sg(w[5*i]),b=sg(w[5*i+1]),c=sg(w[5*i+2]),l=w[5*i+3],d=w[5*i+4];const double*R Y=y+i*T;memcpy(S,s+i*P,P*8);I k=0;
  for(I t=0;t<T;t++){double o=S[k],h=l+d,r=Y[t]-h*o,n=a*Y[t]/o+(1-a)*h;d=b*(n-l)+(1-b)*d;S[k]=c*Y[t]/n+(1-c)*o;l=n;e+=r*r;if(++k==P)k=0;}}result1(e);}
static void grad(void){for(I i=0;i<N;i++){double a=sg(w[5*i]),b=sg(w[5*i+1]),c=sg(w[5*i+2]);const double*R Y=y+i*T;memcpy(S,s+i*P,P*8);L[0]=w[5*i+3];Dd[0]=w[5*i+4];
  for(I t=0;t<T;t++){double o=S[t],l=L[t],d=Dd[t],n=a*Y[t]/o+(1-a)*(l+d);L[t+1]=n;Dd[t+1]=b*(n-l)+(1-b)*d;S[t+P]=c*Y[t]/n+(1-c)*o;}
  memset(g+T,0,P*8);double gl=0,gd=0,ga=0,gb=0,gc=0;
  for(I t=T;t--;){double o=S[t],l=L[t],d=Dd[t],n=L[t+1],q=1/n,u=1/o,h=l+d,gs=g[t+P],r=-2*(Y[t]-h*o),yo=Y[t]*u;
   double gn=gl+b*gd-gs*c*Y[t]*q*q,gh=gn*(1-a)+r*o;gc+=gs*(Y[t]*q-o);gb+=gd*(n-l-d);ga+=gn*(yo-h);g[t]=gs*(1-c)+r*h-gn*a*yo*u;gl=gh-b*gd;gd=gh+(1-b)*gd;}
  wb[5*i]=ga*a*(1-a);wb[5*i+1]=gb*b*(1-b);wb[5*i+2]=gc*c*(1-c);wb[5*i+3]=gl;wb[5*i+4]=gd;memcpy(sb+i*P,g,P*8);}
 result(wb,N*5);result(sb,N*P);}
