#include "lg.h"
enum{C=12,M=20,N=8000}; static double*a,*s,*ab,*sb,*w; static I*prev;
/* prev: whose end began the service, or none */
static void setup(void){put_int(C);a=MAT(M,N,0,1);s=MAT(M,N,0,C*.97);ab=reals(M*N);sb=reals(M*N);w=reals(N);prev=ints(N);}
static double line(const double*R a,const double*R s,int keep){double h[C],now=0,sum=0;I who[C];for(int i=0;i<C;i++){h[i]=0;who[i]=-1;}
 for(I i=0;i<N;i++){now+=a[i];int busy=h[0]>now;double st=busy?h[0]:now,e=st+s[i],x=st-now;sum+=x*x;if(keep){w[i]=x;prev[i]=busy?who[0]:-1;}
  int at=0;for(;;){int l=2*at+1;if(l+1<C&&h[l+1]<h[l])l++;if(l>=C||!(h[l]<e))break;h[at]=h[l];who[at]=who[l];at=l;}h[at]=e;who[at]=i;}return sum;}
static void primal(void){double l=0;for(I m=0;m<M;m++)l+=line(a+m*N,s+m*N,0);result1(l/(M*N));}
static void grad(void){double f=2./(M*N);memset(sb,0,M*N*8);for(I m=0;m<M;m++){line(a+m*N,s+m*N,1);double*R A=ab+m*N,*R S=sb+m*N,tb=0;
  for(I i=N;i--;){double x=f*w[i],st=S[i]+x;tb-=x;if(prev[i]>=0)S[prev[i]]+=st;else tb+=st;A[i]=tb;}}result(ab,M*N);result(sb,M*N);}
