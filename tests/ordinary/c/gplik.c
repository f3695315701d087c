#include "lg.h"
enum{N=280,K=3}; static double*l,*x,*y,*u,*w,*z,*al,*lb; static double s=1.3,e=.1;
static void setup(void){l=VEC(K,.3,.8);put_real(s);put_real(e);x=MAT(N,K,-1,1);y=VEC(N,-1,1);u=reals(N*N);w=reals(N*N);z=reals(N);al=reals(N);lb=reals(K);}
static double kern(I i,I j){double r=0;for(I q=0;q<K;q++){double d=(x[i*K+q]-x[j*K+q])/l[q];r+=d*d;}return s*exp(-.5*r);}
/* K = U^T U, z = U^-T y; the value */
static double fw(void){for(I i=0;i<N;i++)for(I j=i;j<N;j++)u[i*N+j]=kern(i,j)+(i==j?e:0);
 for(I k=0;k<N;k++){double*R p=u+k*N,f=1/sqrt(p[k]);for(I j=k;j<N;j++)p[j]*=f;for(I i=k+1;i<N;i++){double*R r=u+i*N,c=p[i];for(I j=i;j<N;j++)r[j]-=c*p[j];}}
 memcpy(z,y,N*8);double v=0;for(I k=0;k<N;k++){double*R p=u+k*N,c=z[k]/=p[k];for(I j=k+1;j<N;j++)z[j]-=c*p[j];v+=.5*c*c+log(p[k]);}return v;}
static void primal(void){result1(fw());}
/* the adjoint of K is (K^-1 - a a^T) / 2, with a = K^-1 y */
static void grad(void){fw();for(I i=N;i--;){double v=z[i];for(I j=i+1;j<N;j++)v-=u[i*N+j]*al[j];al[i]=v/u[i*N+i];}
 for(I i=0;i<N;i++){double*R r=w+i*N;for(I j=0;j<i;j++)r[j]=0;r[i]=1;for(I k=0;k<i;k++){double*R p=w+k*N,c=u[k*N+i];for(I j=0;j<=k;j++)r[j]-=c*p[j];}double f=1/u[i*N+i];for(I j=0;j<=i;j++)r[j]*=f;}
 memset(u,0,N*N*8);for(I k=0;k<N;k++){double*R p=w+k*N;for(I i=0;i<=k;i++){double*R r=u+i*N,c=p[i];for(I j=0;j<=i;j++)r[j]+=c*p[j];}}
 double sb=0,eb=0;memset(lb,0,K*8);for(I i=0;i<N;i++){double d=.5*(u[i*N+i]-al[i]*al[i]);eb+=d;sb+=d;for(I j=0;j<i;j++){double g=(u[i*N+j]-al[i]*al[j])*kern(i,j);sb+=g/s;for(I q=0;q<K;q++){double h=x[i*K+q]-x[j*K+q];lb[q]+=g*h*h;}}}
 for(I q=0;q<K;q++)lb[q]/=l[q]*l[q]*l[q];result(lb,K);result1(sb);result1(eb);}
