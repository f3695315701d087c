#include "lg.h"
enum{N=400}; static double*w,*toll,*e,*f,*sum,*wb,*tb;static I*at;
/* e by start and end, f the other way round; the best splits are kept */
static void setup(void){w=VEC(N,.5,2);toll=VEC(N,0,6);e=reals(N*N);f=reals(N*N);sum=reals(N+1);wb=reals(N);tb=reals(N);at=ints(N*N);}
static double run(int keep){for(I i=0;i<N;i++)sum[i+1]=sum[i]+w[i];
 for(I i=N;i--;){e[i*N+i]=f[i*N+i]=0;for(I j=i+1;j<N;j++){const double*R x=e+i*N,*R y=f+j*N+1;double b=INFINITY;for(I s=i;s<j;s++){double v=x[s]+y[s]+toll[s];b=v<b?v:b;}
   if(keep){I s=i;while(s<j-1&&x[s]+y[s]+toll[s]!=b)s++;at[i*N+j]=s;}
   double a=sum[j+1]-sum[i];e[i*N+j]=f[j*N+i]=b+a*sqrt(a);}}
 return e[N-1];}
static void primal(void){result1(run(0));}
static void back(I i,I j){if(i==j)return;I s=at[i*N+j];double g=1.5*sqrt(sum[j+1]-sum[i]);tb[s]+=1;wb[i]+=g;if(j<N-1)wb[j+1]-=g;back(i,s);back(s+1,j);}
static void grad(void){run(1);memset(wb,0,N*8);memset(tb,0,N*8);back(0,N-1);for(I i=1;i<N;i++)wb[i]+=wb[i-1];result(wb,N);result(tb,N);}
