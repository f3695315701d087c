#include "lg.h"
enum{N=200,M=240}; enum{W=M+2}; static double*p,*x,*y,*z,*zb,*xb,*pb;
static void setup(void){p=raw(48);double q[6]={.9712345,.0812347,3.3123459,-.0612343,.9812349,5.7123451};memcpy(p,q,48);put_f64(p,1,D(6));x=MAT(N,M,0,1);y=MAT(N,M,0,1);z=reals((N+2)*W);zb=reals((N+2)*W);xb=reals(N*M);pb=reals(6);for(I i=0;i<N;i++)memcpy(z+(i+1)*W+1,x+i*M,M*8);}
/* beyond the border nothing is seen: all four pixels are 0 */
static void primal(void){double s=0;for(I i=0;i<N;i++)for(I j=0;j<M;j++){double r=p[0]*i+p[1]*j+p[2],c=p[3]*i+p[4]*j+p[5],v=0;if(r>=-1&&r<N&&c>=-1&&c<M){I k=(I)(r+1),l=(I)(c+1);double a=r+1-k,b=c+1-l,*o=z+k*W+l;v=(1-a)*((1-b)*o[0]+b*o[1])+a*((1-b)*o[W]+b*o[W+1]);}v-=y[i*M+j];s+=v*v;}result1(s);}
static void grad(void){memset(zb,0,(N+2)*W*8);double A=0,B=0,C=0,E=0,F=0,G=0;for(I i=0;i<N;i++){double S=0,T=0,U=0,V=0;for(I j=0;j<M;j++){double r=p[0]*i+p[1]*j+p[2],c=p[3]*i+p[4]*j+p[5];if(r>=-1&&r<N&&c>=-1&&c<M){I k=(I)(r+1),l=(I)(c+1);double a=r+1-k,b=c+1-l,*o=z+k*W+l,*q=zb+k*W+l;double t=(1-b)*o[0]+b*o[1],w=(1-b)*o[W]+b*o[W+1],g=2*((1-a)*t+a*w-y[i*M+j]),ga=g*(w-t),gb=g*((1-a)*(o[1]-o[0])+a*(o[W+1]-o[W])),h=g*a;g-=h;q[0]+=g*(1-b);q[1]+=g*b;q[W]+=h*(1-b);q[W+1]+=h*b;S+=ga;T+=ga*j;U+=gb;V+=gb*j;}}
 A+=S*i;B+=T;C+=S;E+=U*i;F+=V;G+=U;}pb[0]=A;pb[1]=B;pb[2]=C;pb[3]=E;pb[4]=F;pb[5]=G;for(I i=0;i<N;i++)memcpy(xb+i*M,zb+(i+1)*W+1,M*8);result(pb,6);result(xb,N*M);}
