#include "lg.h"
enum{N=3000,L=24}; enum{T=(L+1)*(L+2)/2}; static double*y,*h,*lo,*c,*s,*a,*b,*f,*hb,*lb,*cb,*sb;
/* order by order, factors of the recurrences in tables */
#define AT(l,m) ((l)*((l)+1)/2+(m))
static void setup(void){put_int(L);y=VEC(N,-1,1);h=VEC(N,.3,2.8);lo=VEC(N,-3,3);c=VEC(T,-1,1);s=VEC(T,-1,1);a=reals((L+1)*(L+1));b=reals((L+1)*(L+1));f=reals(L+1);
 for(I m=0;m<=L;m++){f[m]=m==1?sqrt(3):m?sqrt((2.*m+1)/(2*m)):1;for(I l=m+1;l<=L;l++){double k=l-1;a[m*(L+1)+l]=sqrt((4.*l*l-1)/(1.*l*l-m*m));b[m*(L+1)+l]=l>m+1?sqrt((k*k-m*m)/(4*k*k-1)):0;}}
 hb=reals(N);lb=reals(N);cb=reals(T);sb=reals(T);}
static double value(I i){double u=cos(h[i]),v=sin(h[i]),c1=cos(lo[i]),s1=sin(lo[i]),C=1,S=0,sum=0,head=1;
 for(I m=0;m<=L;m++){if(m){head*=f[m]*v;double t=C*c1-S*s1;S=S*c1+C*s1;C=t;}double p=head,q=0,x=p*c[AT(m,m)],z=p*s[AT(m,m)];
  for(I l=m+1;l<=L;l++){double r=a[m*(L+1)+l]*(u*p-b[m*(L+1)+l]*q);q=p;p=r;x+=p*c[AT(l,m)];z+=p*s[AT(l,m)];}sum+=x*C+z*S;}return sum;}
static void primal(void){double l=0;for(I i=0;i<N;i++){double e=value(i)-y[i];l+=e*e;}result1(l);}
static void grad(void){memset(cb,0,T*8);memset(sb,0,T*8);double p[L+1][L+1],C[L+1],S[L+1],g[L+3];
 for(I i=0;i<N;i++){double u=cos(h[i]),v=sin(h[i]),c1=cos(lo[i]),s1=sin(lo[i]),sum=0,gl=0;C[0]=1;S[0]=0;
  for(I m=0;m<=L;m++){double*P=p[m];if(m){C[m]=C[m-1]*c1-S[m-1]*s1;S[m]=S[m-1]*c1+C[m-1]*s1;P[m]=p[m-1][m-1]*f[m]*v;}else P[0]=1;double x=P[m]*c[AT(m,m)],z=P[m]*s[AT(m,m)];
   for(I l=m+1;l<=L;l++){P[l]=a[m*(L+1)+l]*(u*P[l-1]-(l>m+1?b[m*(L+1)+l]*P[l-2]:0));x+=P[l]*c[AT(l,m)];z+=P[l]*s[AT(l,m)];}sum+=x*C[m]+z*S[m];gl+=m*(z*C[m]-x*S[m]);}
  double w=2*(sum-y[i]),gu=0,gv=0,up=0;
  for(I m=L+1;m--;){double*P=p[m],X=w*C[m],Z=w*S[m];for(I l=m;l<=L;l++){cb[AT(l,m)]+=X*P[l];sb[AT(l,m)]+=Z*P[l];g[l]=X*c[AT(l,m)]+Z*s[AT(l,m)];}
   for(I l=L;l>m;l--){double r=g[l]*a[m*(L+1)+l];gu+=r*P[l-1];g[l-1]+=r*u;if(l>m+1)g[l-2]-=r*b[m*(L+1)+l];}
   g[m]+=up;if(m){gv+=g[m]*f[m]*p[m-1][m-1];up=g[m]*f[m]*v;}}
  hb[i]=gv*u-gu*v;lb[i]=w*gl;}
 result(hb,N);result(lb,N);result(cb,T);result(sb,T);}
