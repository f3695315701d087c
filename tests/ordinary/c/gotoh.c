#include "lg.h"
enum{P=100,L=100,K=4}; enum{Q=L+1}; static double*w,open_=1.1,more=.3,*wb,h[Q],x[Q]; static I*a,*b; static uint8_t by[Q][Q];
static void setup(void){w=raw(K*K*8);for(I i=0;i<K*K;i++)w[i]=i%(K+1)?-rnd():1+.2*rnd();put_f64(w,2,D(K,K));put_real(open_);put_real(more);a=raw(P*L*8);b=raw(P*L*8);
 for(I p=0;p<P;p++){I k=p%3;for(I i=0;i<L;i++)a[p*L+i]=(I)(rnd()*K);for(I i=0;i<L;i++){if(rnd()<.02)k+=(I)(rnd()*7);b[p*L+i]=rnd()<.8&&i>=k?a[p*L+i-k]:(I)(rnd()*K);}}put_i64(a,2,D(P,L));put_i64(b,2,D(P,L));wb=reals(K*K);}
static double border(I i){return i?-(open_+(i-1)*more):0;}
/* h is the best of all, x ends in a gap of b, y in one of a; by tells which is best, and whether the gaps go on */
static inline double fw(const I*a,const I*b,int keep){for(I j=0;j<=L;j++){h[j]=border(j);x[j]=-1e30;}
 for(I i=0;i<L;i++){double d=h[0],y=-1e30,*r=w+a[i]*K;h[0]=border(i+1);for(I j=0;j<L;j++){double u=h[j+1]-open_,v=x[j+1]-more,s=h[j]-open_,t=y-more,m=d+r[b[j]];int k=0;
  x[j+1]=u>=v?u:v;y=s>=t?s:t;d=h[j+1];if(x[j+1]>m){m=x[j+1];k=1;}if(y>m){m=y;k=2;}h[j+1]=m;if(keep)by[i+1][j+1]=k|(v>u)<<2|(t>s)<<3;}}return h[L];}
static void primal(void){double s=0;for(I p=0;p<P;p++)s+=fw(a+p*L,b+p*L,0);result1(s);}
static void grad(void){double ob=0,mb=0;memset(wb,0,K*K*8);for(I p=0;p<P;p++){const I*c=a+p*L,*d=b+p*L;fw(c,d,1);I i=L,j=L;while(i&&j){int k=by[i][j]&3;
   if(k==0)wb[c[--i]*K+d[--j]]+=1;else if(k==1){while(by[i][j]&4){mb-=1;i--;}ob-=1;i--;}else{while(by[i][j]&8){mb-=1;j--;}ob-=1;j--;}}
  if(i+j){ob-=1;mb-=i+j-1;}}
 result(wb,K*K);result1(ob);result1(mb);}
