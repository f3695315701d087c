#include "lg.h"
enum{N=64,T=100}; static double*s,*k,*g,*sb,*kb,*gb,*vs;
static void setup(void){put_int(T);s=VEC(N,80,120);k=VEC(N,80,120);g=VEC(N,.1,.5);sb=reals(N);kb=reals(N);gb=reals(N);vs=reals((T+1)*(T+1));}
typedef struct{double u,d,r,p,sq;double price[2*T+1];}tree;
static void make(tree*R a,double s,double g){a->sq=sqrt(1./T);a->u=exp(g*a->sq);a->r=exp(.05/T);a->d=1/a->u;a->p=(a->r-a->d)/(a->u-a->d);for(int i=-T;i<=T;i++)a->price[i+T]=s*exp(i*g*a->sq);}
static void primal(void){double l=0;tree a;double v[T+1],even[T+1],odd[T+1];for(I n=0;n<N;n++){make(&a,s[n],g[n]);for(int j=0;j<=T;j++)even[j]=k[n]-a.price[2*j];for(int j=0;j<T;j++)odd[j]=k[n]-a.price[2*j+1];double A=a.p/a.r,B=(1-a.p)/a.r;for(int j=0;j<=T;j++)v[j]=fmax(0,even[j]);
 for(int h=T-1;h>=0;h--){double*e=(T-h)%2?odd+(T-h)/2:even+(T-h)/2;for(int j=0;j<=h;j++){double x=A*v[j+1]+B*v[j];v[j]=e[j]>x?e[j]:x;}}l+=v[0];}result1(l);}
static void grad(void){tree a;double even[T+1],odd[T+1],eb[T+1],ob[T+1],vb[T+2];for(I n=0;n<N;n++){make(&a,s[n],g[n]);for(int j=0;j<=T;j++)even[j]=k[n]-a.price[2*j];for(int j=0;j<T;j++)odd[j]=k[n]-a.price[2*j+1];double A=a.p/a.r,B=(1-a.p)/a.r;double*v=vs+T*(T+1);for(int j=0;j<=T;j++)v[j]=fmax(0,even[j]);
 for(int h=T-1;h>=0;h--){double*e=(T-h)%2?odd+(T-h)/2:even+(T-h)/2;double*R o=vs+h*(T+1),*R w=o+T+1;for(int j=0;j<=h;j++){double x=A*w[j+1]+B*w[j];o[j]=e[j]>x?e[j]:x;}}
 memset(eb,0,sizeof eb);memset(ob,0,sizeof ob);memset(vb,0,sizeof vb);vb[0]=1;double pb=0;
 for(int h=0;h<T;h++){double*R e=(T-h)%2?odd+(T-h)/2:even+(T-h)/2,*R f=(T-h)%2?ob+(T-h)/2:eb+(T-h)/2;double*R w=vs+(h+1)*(T+1);double nb[T+2];for(int j=0;j<=h+1;j++)nb[j]=0;double q=0;
  for(int j=0;j<=h;j++){double x=A*w[j+1]+B*w[j],c=vb[j];f[j]+=e[j]>x?c:0;vb[j]=e[j]>x?0:c;q+=vb[j]*(w[j+1]-w[j]);}pb+=q;vb[h+1]=0;
  nb[0]=B*vb[0];for(int j=1;j<=h+1;j++)nb[j]=B*vb[j]+A*vb[j-1];memcpy(vb,nb,(h+2)*8);}
 for(int j=0;j<=T;j++)eb[j]+=even[j]>0?vb[j]:0;
 pb/=a.r;double S=0,K=0,G=0;for(int j=0;j<=T;j++){S-=eb[j]*a.price[2*j]/s[n];K+=eb[j];G-=eb[j]*a.price[2*j]*(2*j-T)*a.sq;}for(int j=0;j<T;j++){S-=ob[j]*a.price[2*j+1]/s[n];K+=ob[j];G-=ob[j]*a.price[2*j+1]*(2*j+1-T)*a.sq;}
 double du=a.sq*a.u,dd=-a.sq*a.d,z=a.u-a.d;sb[n]=S;kb[n]=K;gb[n]=G+pb*(-dd/z-(a.r-a.d)/(z*z)*(du-dd));}result(sb,N);result(kb,N);result(gb,N);}
