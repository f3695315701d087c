#include "lg.h"
enum{N=72,M=80,T=15}; enum{S=N*M}; static double la=.35,*f,*y,*ps,*qs,*ds,*pb,*qb,*xb,*yb,*db,*fb,*lb,zero[M],acc[M]; static const double tau=.2;
/* a row of zeros stands before each field */
static void setup(void){put_int(T);put_real(la);f=MAT(N,M,0,1);y=MAT(N,M,0,1);ps=reals((T+1)*(S+M));qs=reals((T+1)*S);ds=reals((T+1)*S);pb=reals(S);qb=reals(S);xb=reals(S+M);yb=reals(S);db=reals(S+M);fb=reals(S);lb=reals(1);}
static void divg(const double*R p,const double*R q,double k,double*R d){for(I i=0;i<N;i++){const double*R a=p+i*M,*R b=a-M,*R c=q+i*M,*R g=f+i*M;double*R o=d+i*M;o[0]=a[0]-b[0]+c[0]-k*g[0];for(I j=1;j<M;j++)o[j]=a[j]-b[j]+(c[j]-c[j-1])-k*g[j];}}
static void step(const double*R p,const double*R q,double*R P,double*R Q,double*R d){divg(p,q,1/la,d);
 for(I i=0;i<N;i++){const double*R r=d+i*M,*R n=i<N-1?r+M:r,*R a=p+i*M,*R b=q+i*M;double*R A=P+i*M,*R B=Q+i*M;for(I j=0;j<M-1;j++){double g=n[j]-r[j],h=r[j+1]-r[j],s=1/(1+tau*sqrt(g*g+h*h+1e-6));A[j]=s*(a[j]+tau*g);B[j]=s*(b[j]+tau*h);}
  {I j=M-1;double g=n[j]-r[j],s=1/(1+tau*sqrt(g*g+1e-6));A[j]=s*(a[j]+tau*g);B[j]=s*b[j];}}}
static void primal(void){memset(ps,0,(S+M)*8);memset(qs,0,S*8);for(int t=0;t<T;t++){int a=t&1,b=1-a;step(ps+a*(S+M)+M,qs+a*S,ps+b*(S+M)+M,qs+b*S,ds);}
 double l=0,v[8]={0};int a=T&1;divg(ps+a*(S+M)+M,qs+a*S,0,ds);I i=0;for(;i+8<=S;i+=8)for(int k=0;k<8;k++){double e=f[i+k]-la*ds[i+k]-y[i+k];v[k]+=e*e;}for(;i<S;i++){double e=f[i]-la*ds[i]-y[i];l+=e*e;}for(int k=0;k<8;k++)l+=v[k];result1(l);}
/* adjoint of the divergence, added or stored */
static void divt(const double*R d,double*R p,double*R q,int add){for(I i=0;i<N;i++){const double*R r=d+i*M,*R n=i<N-1?r+M:zero;double*R a=p+i*M,*R b=q+i*M;
 if(add){for(I j=0;j<M-1;j++){a[j]+=r[j]-n[j];b[j]+=r[j]-r[j+1];}a[M-1]+=r[M-1]-n[M-1];b[M-1]+=r[M-1];}else{for(I j=0;j<M-1;j++){a[j]=r[j]-n[j];b[j]=r[j]-r[j+1];}a[M-1]=r[M-1]-n[M-1];b[M-1]=r[M-1];}}}
static void cells(const double*R r,const double*R n,const double*R A,const double*R B,double*R a,double*R b,double*R x,double*R w){
#define CELL(H) {double g=n[j]-r[j],h=H,s=sqrt(g*g+h*h+1e-6),c=1/(1+tau*s),e=tau*(a[j]*A[j]+b[j]*B[j])*c/s;a[j]*=c;b[j]*=c;x[j]=tau*a[j]-e*g;w[j]=tau*b[j]-e*h;}
 for(I j=0;j<M-1;j++)CELL(r[j+1]-r[j]){I j=M-1;CELL(0)}w[M-1]=0;}
static void gather(const double*R x,const double*R u,const double*R w,const double*R g,double k,double*R o,double*R F,double*R acc){o[0]=u[0]-x[0]-w[0];for(I j=1;j<M;j++)o[j]=u[j]-x[j]-(w[j]-w[j-1]);for(I j=0;j<M;j++){F[j]-=k*o[j];acc[j]-=o[j]*g[j];}}
static void grad(void){double*P=ps+M,k=1/la;memset(ps,0,(S+M)*8);memset(qs,0,S*8);for(int t=0;t<T;t++){memset(P+(t+1)*(S+M)-M,0,M*8);step(P+t*(S+M),qs+t*S,P+(t+1)*(S+M),qs+(t+1)*S,ds+t*S);}
 double*z=ds+T*S;divg(P+T*(S+M),qs+T*S,0,z);memset(acc,0,sizeof acc);double l=0;
 for(I i=0;i<N;i++)for(I j=0;j<M;j++){I o=i*M+j;double e=2*(f[o]-la*z[o]-y[o]);fb[o]=e;acc[j]-=e*z[o];db[o]=-la*e;}for(I j=0;j<M;j++)l+=acc[j];divt(db,pb,qb,0);memset(acc,0,sizeof acc);
 double*X=xb+M;memset(xb,0,M*8);
 for(int t=T;t--;){const double*d=ds+t*S;for(I i=0;i<N;i++){I o=i*M;cells(d+o,d+o+(i<N-1?M:0),P+(t+1)*(S+M)+o,qs+(t+1)*S+o,pb+o,qb+o,X+o,yb+o);if(i==N-1)memset(X+o,0,M*8);}
  for(I i=0;i<N;i++){I o=i*M;gather(X+o,X+o-M,yb+o,f+o,k,db+o,fb+o,acc);}
  divt(db,pb,qb,1);}
 double m=0;for(I j=0;j<M;j++)m+=acc[j];*lb=l-m*k*k;result(lb,1);result(fb,S);}
