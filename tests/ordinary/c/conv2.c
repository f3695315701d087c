#include "lg.h"
enum{C=8,N=28,K=8}; enum{P=N+2}; static double*x,*w,*y,*o,*p,*pb,*xb,*wb;
static double*tensor(int r,const I*d){double*a=arg_f64(r,d,-1,1);put_f64(a,r,d);return a;}
static void setup(void){x=tensor(3,D(C,N,N));w=tensor(4,D(K,C,3,3));y=tensor(3,D(K,N,N));o=reals(K*N*N);p=reals(C*P*P);pb=reals(C*P*P);xb=reals(C*N*N);wb=reals(K*C*9);}
static void pad(void){for(I c=0;c<C;c++)for(I i=0;i<N;i++)memcpy(p+(c*P+i+1)*P+1,x+(c*N+i)*N,N*8);}
static void primal(void){pad();memset(o,0,K*N*N*8);for(I k=0;k<K;k++)for(I c=0;c<C;c++){const double*R u=w+(k*C+c)*9;for(I i=0;i<N;i++){double*R r=o+(k*N+i)*N;const double*R q=p+(c*P+i)*P;
 for(I j=0;j<N;j++)r[j]+=u[0]*q[j]+u[1]*q[j+1]+u[2]*q[j+2]+u[3]*q[P+j]+u[4]*q[P+j+1]+u[5]*q[P+j+2]+u[6]*q[2*P+j]+u[7]*q[2*P+j+1]+u[8]*q[2*P+j+2];}}result(o,K*N*N);}
static void grad(void){pad();memset(pb,0,C*P*P*8);for(I k=0;k<K;k++)for(I c=0;c<C;c++){const double*R u=w+(k*C+c)*9;double*R v=wb+(k*C+c)*9;for(I t=0;t<9;t++){double s=0;
 for(I i=0;i<N;i++){const double*R g=y+(k*N+i)*N,*R q=p+(c*P+i+t/3)*P+t%3;double*R b=pb+(c*P+i+t/3)*P+t%3;double z=u[t];for(I j=0;j<N;j++){s+=g[j]*q[j];b[j]+=z*g[j];}}v[t]=s;}}
 for(I c=0;c<C;c++)for(I i=0;i<N;i++)memcpy(xb+(c*N+i)*N,pb+(c*P+i+1)*P+1,N*8);result(xb,C*N*N);result(wb,K*C*9);}
