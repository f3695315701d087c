#include "lg.h"
enum{N=800000,W=24}; static double*x,*xb;
static void setup(void){put_int(W);x=VEC(N,-1,1);xb=reals(N);}
static void primal(void){double s=0,q=0,l=0;for(I i=0;i<N;i++){s+=x[i];q+=x[i]*x[i];if(i>=W-1){double m=s/W;l+=log(q/W-m*m+1e-3);double b=x[i-W+1];s-=b;q-=b*b;}}result1(l);}
/* the adjoints of a window's sums are kept as long as it holds an element */
static void grad(void){double s=0,q=0,gs[W],gq[W],S=0,Q=0;I k=0;for(int j=0;j<W;j++)gs[j]=gq[j]=0;
 for(I i=0;i<W-1;i++){s+=x[i];q+=x[i]*x[i];}
 for(I i=0;i<N;i++){double a=0,b=0;if(i+W-1<N){double c=x[i+W-1];s+=c;q+=c*c;double m=s/W,d=1/((q/W-m*m+1e-3)*W);a=-2*m*d;b=d;}
  S+=a-gs[k];Q+=b-gq[k];gs[k]=a;gq[k]=b;if(++k==W)k=0;xb[i]=S+2*x[i]*Q;if(i+W-1<N){s-=x[i];q-=x[i]*x[i];}}result(xb,N);}
