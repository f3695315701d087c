#include "lg.h"
enum{K=19}; enum{N=1<<K}; static double*c,*x,*s,*d,*g,*xb,cb[2];
/* details and means of a level of 2h numbers lie at h of d and s */
static void setup(void){c=raw(16);c[0]=.5;c[1]=.25;put_f64(c,1,D(2));x=VEC(N,-1,1);s=reals(N);d=reals(N);g=reals(N);xb=reals(N);}
static double cost(double x){return sqrt(x*x+1e-2);}
static double fw(void){double l=0,p=c[0],q=c[1];for(I h=N/2;h;h/=2){const double*R v=h==N/2?x:s+2*h;double*R a=s+h,*R b=d+h;for(I i=0;i<h-1;i++)b[i]=v[2*i+1]-p*(v[2*i]+v[2*i+2]);b[h-1]=v[2*h-1]-p*(v[2*h-2]+v[0]);
  a[0]=v[0]+q*(b[0]+b[h-1]);for(I i=1;i<h;i++)a[i]=v[2*i]+q*(b[i]+b[i-1]);for(I i=0;i<h;i++)l+=cost(b[i]);}return l;}
static void primal(void){result1(fw());}
static void grad(void){fw();double p=c[0],q=c[1],pb=0,qb=0;double*a=g,*o=xb;a[0]=0;/* adjoints of means, to and fro */
 for(I h=1;h<N;h*=2){const double*R v=h==N/2?x:s+2*h;const double*R b=d+h;double last=0; /* a: adjoints of h means; o: of 2h numbers */
  for(I i=0;i<h;i++){I k=i+1<h?i+1:0;double z=b[i]/cost(b[i])+q*(a[i]+a[k]);qb+=a[i]*(b[i]+b[i?i-1:h-1]);pb-=z*(v[2*i]+v[2*k]);o[2*i+1]=z;o[2*i]=a[i]-p*(z+last);last=z;}
  o[0]-=p*last;double*t=a;a=o;o=t;}
 cb[0]=pb;cb[1]=qb;result(cb,2);result(a,N);}
