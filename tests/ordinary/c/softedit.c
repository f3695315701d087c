#include "lg.h"
enum{P=100,L=30}; static double*a,*b,*ab,*bb,*d,*U,*V; static I*n,*m;
static void setup(void){a=MAT(P,L,-1,1);b=MAT(P,L,-1,1);n=raw(P*8);m=raw(P*8);for(I p=0;p<P;p++){n[p]=1+(I)(rnd()*L);m[p]=1+(I)(rnd()*L);}put_i64(n,1,D(P));put_i64(m,1,D(P));ab=reals(P*L);bb=reals(P*L);d=reals((L+1)*(L+1));U=reals(L*L);V=reals(L*L);}
static inline double cell(double x,double y,double z,double*u,double*v){double k=fmin(x,fmin(y,z)),A=exp(k-x),B=exp(k-y),C=exp(k-z),s=A+B+C;*u=A/s;*v=B/s;return k-log(s);}
static double fw(const double*a,const double*b,I n,I m,double*U,double*V){enum{W=L+1};for(I i=0;i<=n;i++)d[i*W]=i;for(I j=0;j<=m;j++)d[j]=j;for(I i=0;i<n;i++)for(I j=0;j<m;j++){double e=a[i]-b[j];d[(i+1)*W+j+1]=cell(d[i*W+j+1]+1,d[(i+1)*W+j]+1,d[i*W+j]+e*e,U+i*L+j,V+i*L+j);}return d[n*W+m];}
static void primal(void){double s=0;for(I p=0;p<P;p++)s+=fw(a+p*L,b+p*L,n[p],m[p],U,V);result1(s);}
static void grad(void){enum{W=L+1};memset(ab,0,P*L*8);memset(bb,0,P*L*8);for(I p=0;p<P;p++){fw(a+p*L,b+p*L,n[p],m[p],U,V);I k=m[p];double g[W+1];memset(g,0,sizeof g);g[k]=1;const double*x=a+p*L,*y=b+p*L;double*xb=ab+p*L,*yb=bb+p*L;
 for(I i=n[p];i--;){double last=0;/* g[j+1]: adjoint of d[i+1][j+1] */double next=g[k];double s=0;for(I j=k;j--;){double q=next,u=U[i*L+j],v=V[i*L+j],w=1-u-v,e=2*(x[i]-y[j])*q*w;s+=e;yb[j]-=e;next=(j?g[j]:0)+q*v;g[j+1]=q*u+last;last=q*w;}g[0]=0;xb[i]+=s;}}
 result(ab,P*L);result(bb,P*L);}
