#include "lg.h"
enum{S=16,M=60}; enum{N=S*S*S}; static double*x,*xb; static I*st,*is,*js,*pad,E;
static void setup(void){x=raw(N*24);for(I i=0;i<N;i++){x[3*i]=1.2*(i%S)+.2*rnd();x[3*i+1]=1.2*(i/S%S)+.2*rnd();x[3*i+2]=1.2*(i/S/S)+.2*rnd();}put_f64(x,2,D(N,3));st=raw((N+1)*8);is=raw(N*M*8);js=raw(N*M*8);pad=raw(N*M*8);
 for(I i=0;i<N;i++){I k=0;for(I j=i+1;j<N&&k<M;j++){double r=0;for(int c=0;c<3;c++)r+=(x[3*i+c]-x[3*j+c])*(x[3*i+c]-x[3*j+c]);if(r<10){pad[i*M+k++]=j;is[E]=i;js[E++]=j;}}for(;k<M;k++)pad[i*M+k]=-1;st[i+1]=E;}
 put_i64(st,1,D(N+1));put_i64(is,1,D(E));put_i64(js,1,D(E));put_i64(pad,2,D(N,M));xb=reals(N*3);}
static void primal(void){double s=0;for(I i=0;i<N;i++){double*p=x+3*i;for(I k=st[i];k<st[i+1];k++){double*q=x+3*js[k],a=p[0]-q[0],b=p[1]-q[1],c=p[2]-q[2],r=a*a+b*b+c*c;if(r<9){double i=1/(r*r*r);s+=4*i*(i-1);}}}result1(s);}
static void grad(void){memset(xb,0,N*24);for(I i=0;i<N;i++){double*p=x+3*i,u=0,v=0,w=0;for(I k=st[i];k<st[i+1];k++){I j=3*js[k];double*q=x+j,a=p[0]-q[0],b=p[1]-q[1],c=p[2]-q[2],r=a*a+b*b+c*c;if(r<9){double i=1/(r*r*r),g=2*4*(2*i-1)*-3*i/r;a*=g;b*=g;c*=g;u+=a;v+=b;w+=c;xb[j]-=a;xb[j+1]-=b;xb[j+2]-=c;}}xb[3*i]+=u;xb[3*i+1]+=v;xb[3*i+2]+=w;}result(xb,N*3);}
