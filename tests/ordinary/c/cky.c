#include "lg.h"
enum{N=100}; static double*e,*w,*a,*b,*ab,*bb,*eb,*wb,*sm;
/* a[i][j], and b its transpose: b[j][i] */
static void setup(void){e=VEC(N,.4,.6);w=VEC(N,.4,.9);a=reals(N*N);b=reals(N*N);ab=reals(N*N);bb=reals(N*N);sm=reals(N*N);eb=reals(N);wb=reals(N);}
static void fw(void){for(I i=N;i--;){a[i*N+i]=b[i*N+i]=e[i];for(I j=i+1;j<N;j++){double s=0;double*R p=a+i*N,*R q=b+j*N+1;for(I k=i;k<j;k++)s+=p[k]*q[k];sm[i*N+j]=s;p[j]=b[j*N+i]=w[j-i]*s;}}}
static void primal(void){fw();result1(a[N-1]);}
static void grad(void){fw();memset(ab,0,N*N*8);memset(bb,0,N*N*8);memset(wb,0,N*8);ab[N-1]=1;for(I i=0;i<N;i++){for(I j=N-1;j>i;j--){double g=ab[i*N+j]+bb[j*N+i];wb[j-i]+=g*sm[i*N+j];g*=w[j-i];double*R p=a+i*N,*R q=b+j*N+1,*R pb=ab+i*N,*R qb=bb+j*N+1;for(I k=i;k<j;k++){pb[k]+=g*q[k];qb[k]+=g*p[k];}}eb[i]=ab[i*N+i]+bb[i*N+i];}result(eb,N);result(wb,N);}
