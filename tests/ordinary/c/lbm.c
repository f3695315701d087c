#include "lg.h"
enum{N=60,M=84,T=8}; enum{S=N*M}; static double om=1.2345,*f,*y,*fs,*gs,*ob,buf[9*M],acc[M]; static const int cx[9]={0,1,0,-1,0,1,-1,-1,1},cy[9]={0,0,1,0,-1,1,1,-1,-1};
static void setup(void){put_int(T);put_real(om);f=arg_f64(3,D(9,N,M),.5,1);put_f64(f,3,D(9,N,M));y=arg_f64(3,D(9,N,M),-1,1);put_f64(y,3,D(9,N,M));fs=reals((T+1)*9*S);gs=reals(2*9*S);ob=reals(1);}
#define MOMENTS const double f0=f[j],f1=f[S+j],f2=f[2*S+j],f3=f[3*S+j],f4=f[4*S+j],f5=f[5*S+j],f6=f[6*S+j],f7=f[7*S+j],f8=f[8*S+j];\
 double rho=((f0+f1)+(f2+f3))+((f4+f5)+(f6+f7))+f8,k=1/rho,u=((f1-f3)+(f5-f7)+(f8-f6))*k,v=((f2-f4)+(f5-f7)+(f6-f8))*k,e=1-1.5*(u*u+v*v);
#define EACH(F) F(0,0.,4./9)F(1,u,1./9)F(2,v,1./9)F(3,-u,1./9)F(4,-v,1./9)F(5,(u+v),1./36)F(6,(v-u),1./36)F(7,(-u-v),1./36)F(8,(u-v),1./36)
static void collide(const double*R f,double*R o){for(I j=0;j<M;j++){MOMENTS double a=om*rho,b=1-om;
#define F(q,c,w) {double z=c;o[q*M+j]=b*f##q+a*w*(e+z*(3+4.5*z));}
 EACH(F)
#undef F
 }}
static void step(const double*R f,double*R g){for(I i=0;i<N;i++){collide(f+i*M,buf);for(int q=0;q<9;q++){double*R d=g+q*S+(i+cy[q]+N)%N*M,*R s=buf+q*M;
 if(cx[q]==0)memcpy(d,s,M*8);else if(cx[q]>0){d[0]=s[M-1];memcpy(d+1,s,(M-1)*8);}else{d[M-1]=s[0];memcpy(d,s+1,(M-1)*8);}}}}
static void primal(void){const double*a=f;for(int t=0;t<T;t++){double*b=gs+(t&1)*9*S;step(a,b);a=b;}result(a,9*S);}
static void back(const double*R f,const double*R g,double*R o){for(I j=0;j<M;j++){MOMENTS double rb=0,zb=0,ombar=0;
#define F(q,c,w) double g##q=g[q*M+j],h##q;{double z=c,h=w*g##q,p=e+z*(3+4.5*z);rb+=h*p;zb+=h;ombar+=g##q*(rho*w*p-f##q);h##q=h*(3+9*z);}
 EACH(F)
#undef F
 acc[j]+=ombar;double x=om*((h1-h3)+(h5-h7)+(h8-h6)-3*u*zb),y=om*((h2-h4)+(h5-h7)+(h6-h8)-3*v*zb),r=om*rb-u*x-v*y,b=1-om;(void)h0;
 o[j]=b*g0+r;o[S+j]=b*g1+r+x;o[2*S+j]=b*g2+r+y;o[3*S+j]=b*g3+r-x;o[4*S+j]=b*g4+r-y;o[5*S+j]=b*g5+r+x+y;o[6*S+j]=b*g6+r-x+y;o[7*S+j]=b*g7+r-x-y;o[8*S+j]=b*g8+r+x-y;}}
static void grad(void){const double*a=f;for(int t=0;t<T-1;t++){double*b=fs+(t+1)*9*S;step(a,b);a=b;}memset(acc,0,sizeof acc);
 const double*g=y;for(int t=T;t--;){const double*a=t?fs+t*9*S:f;double*o=gs+(t&1)*9*S;for(I i=0;i<N;i++){for(int q=0;q<9;q++){const double*R s=g+q*S+(i+cy[q]+N)%N*M;double*R d=buf+q*M;
  if(cx[q]==0)memcpy(d,s,M*8);else if(cx[q]>0){d[M-1]=s[0];memcpy(d,s+1,(M-1)*8);}else{d[0]=s[M-1];memcpy(d+1,s,(M-1)*8);}}back(a+i*M,buf,o+i*M);}g=o;}
 double s=0;for(I j=0;j<M;j++)s+=acc[j];*ob=s;result(ob,1);result(g,9*S);}
