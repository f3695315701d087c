#include "lg.h"
enum{H=180,W=200,RR=3}; enum{N=H*W,S=W+2}; static double*p,*s,*t,*d,*tb,*sb; static unsigned char*code; static I io=H*3/4,jo=W/3;
/* times have a frame; from where each update came, and the difference of both sides, are kept */
static void setup(void){put_int(RR);put_int(io);put_int(jo);p=VEC(W,5,60);s=MAT(H,W,.5,1.5);t=reals((H+2)*S);tb=reals((H+2)*S);sb=reals(N);d=reals(4*RR*N);code=raw(4*RR*N);held+=4*RR*N;}
static void run(int keep){for(I i=0;i<(H+2)*S;i++)t[i]=1e3;t[(io+1)*S+jo+1]=0;
 for(int k=0;k<4*RR;k++)for(I y=0;y<H;y++){I i=k&1?H-1-y:y;for(I x=0;x<W;x++){I j=k&2?W-1-x:x;double*q=t+(i+1)*S+j+1,z=s[i*W+j];
  int r=q[1]<q[-1],u=q[S]<q[-S],c;double a=r?q[1]:q[-1],b=u?q[S]:q[-S],e=a-b,v;
  if(fabs(e)>=z){v=(a<b?a:b)+z;c=a<b?1+r:3*(1+u);}else{v=(a+b+sqrt(2*z*z-e*e))/2;c=1+r+3*(1+u);}
  if(!(v<*q))c=0;else *q=v;if(keep){code[k*N+i*W+j]=c;d[k*N+i*W+j]=e;}}}}
static void primal(void){run(0);double l=0;for(I j=0;j<W;j++){double e=t[S+j+1]-p[j];l+=e*e;}result1(l);}
static void grad(void){run(1);memset(sb,0,N*8);memset(tb,0,(H+2)*S*8);for(I j=0;j<W;j++)tb[S+j+1]=2*(t[S+j+1]-p[j]);
 for(int k=4*RR;k--;)for(I y=H;y--;){I i=k&1?H-1-y:y;for(I x=W;x--;){I j=k&2?W-1-x:x;int c=code[k*N+i*W+j];if(!c)continue;double*q=tb+(i+1)*S+j+1,g=*q,z=s[i*W+j];*q=0;int r=c%3,u=c/3;
  if(!r||!u){sb[i*W+j]+=g;if(r)q[r==2?1:-1]+=g;else q[u==2?S:-S]+=g;}
  else{double e=d[k*N+i*W+j],m=1/sqrt(2*z*z-e*e);sb[i*W+j]+=g*z*m;q[r==2?1:-1]+=g*(1-e*m)/2;q[u==2?S:-S]+=g*(1+e*m)/2;}}}
 result(sb,N);}
