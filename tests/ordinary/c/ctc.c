#include "lg.h"
enum{B=32,T=100,V=24,L=30}; enum{S=2*L+1}; static double*z,*zb,*p,*a; static I*lab,*len;
static void setup(void){z=arg_f64(3,D(B,T,V),-2,2);put_f64(z,3,D(B,T,V));lab=raw(B*L*8);for(I i=0;i<B*L;i++)lab[i]=1+(I)(rnd()*(V-1));put_i64(lab,2,D(B,L));len=raw(B*8);for(I b=0;b<B;b++)len[b]=1+(I)(rnd()*(L/2));put_i64(len,1,D(B));zb=reals(B*T*V);p=reals(T*V);a=reals(T*S);}
static double lse(double a,double b){double m=fmax(a,b);return m+log1p(exp(fmin(a,b)-m));}
static double fw(I b){const double*q=z+b*T*V;for(I t=0;t<T;t++){double m=-INFINITY,e=0;for(I k=0;k<V;k++)m=q[t*V+k]>m?q[t*V+k]:m;for(I k=0;k<V;k++)e+=exp(q[t*V+k]-m);e=m+log(e);for(I k=0;k<V;k++)p[t*V+k]=q[t*V+k]-e;}
 I*w=lab+b*L,n=2*len[b]+1;a[0]=p[0];a[1]=p[w[0]];for(I j=2;j<n;j++)a[j]=-1e30;
 for(I t=1;t<T;t++){double*o=a+(t-1)*S,*c=a+t*S,*r=p+t*V;for(I j=0;j<n;j++){double x=o[j],y=j?o[j-1]:-1e30;
  if(j>1&&j%2&&w[j/2]!=w[j/2-1]){double u=o[j-2],m=fmax(x,fmax(y,u));c[j]=m+log(exp(x-m)+exp(y-m)+exp(u-m))+r[w[j/2]];}
  else c[j]=(j?lse(x,y):x)+r[j%2?w[j/2]:0];}}
 return -lse(a[(T-1)*S+n-1],a[(T-1)*S+n-2]);}
static void primal(void){double l=0;for(I b=0;b<B;b++)l+=fw(b);result1(l);}
static void grad(void){for(I b=0;b<B;b++){double l=fw(b),g[S+2],h[S+2];I*w=lab+b*L,n=2*len[b]+1;double*q=zb+b*T*V;memset(q,0,T*V*8);
 for(I j=0;j<n-2;j++)g[j]=0;for(I j=n-2;j<n;j++)g[j]=-exp(a[(T-1)*S+j]+l);
 for(I t=T;t--;){double*r=p+t*V,*d=q+t*V,*c=a+t*S,*o=c-S;for(I j=0;j<n;j++)h[j]=0;
  for(I j=0;j<n;j++){I k=j%2?w[j/2]:0;d[k]+=g[j];if(!t||g[j]==0)continue;double v=c[j]-r[k];h[j]+=g[j]*exp(o[j]-v);if(j)h[j-1]+=g[j]*exp(o[j-1]-v);if(j>1&&j%2&&w[j/2]!=w[j/2-1])h[j-2]+=g[j]*exp(o[j-2]-v);}
  double s=0;for(I k=0;k<V;k++)s+=d[k];for(I k=0;k<V;k++)d[k]-=exp(r[k])*s;memcpy(g,h,n*8);}}result(zb,B*T*V);}
