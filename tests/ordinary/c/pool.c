#include "lg.h"
enum{B=64,H=28,O=8,F=5,C=10}; enum{P=(H-F+1)/2,Q=2*P,Z=O*P*P}; static double*k,*s,*v,*x,*kb,*sb,*vb,*top,*tb; static I*t; static uint8_t*at;
static void setup(void){k=arg_f64(3,D(O,F,F),-.3,.3);put_f64(k,3,D(O,F,F));s=VEC(O,-.1,.1);v=arg_f64(4,D(C,O,P,P),-.1,.1);put_f64(v,4,D(C,O,P,P));x=arg_f64(3,D(B,H,H),-1,1);put_f64(x,3,D(B,H,H));
 t=raw(B*8);for(I b=0;b<B;b++)t[b]=(I)(rnd()*C);put_i64(t,1,D(B));kb=reals(O*F*F);sb=reals(O);vb=reals(C*Z);top=reals(Z);tb=reals(Z);at=raw(Z);held+=Z;}
static double fw(const double*x,I t,double*g){for(I o=0;o<O;o++)for(I i=0;i<P;i++){double r[2][Q];
  for(I y=0;y<2;y++){for(I j=0;j<Q;j++)r[y][j]=s[o];for(I a=0;a<F;a++)for(I b=0;b<F;b++){double c=k[(o*F+a)*F+b];const double*p=x+(2*i+y+a)*H+b;for(I j=0;j<Q;j++)r[y][j]+=c*p[j];}}
  for(I j=0;j<P;j++){double m=0;int w=4;for(int y=0;y<4;y++){double c=r[y/2][2*j+y%2];if(c>m){m=c;w=y;}}top[(o*P+i)*P+j]=m;at[(o*P+i)*P+j]=w;}}
 double m=-INFINITY,e=0;for(I c=0;c<C;c++){double a=0;for(I i=0;i<Z;i++)a+=v[c*Z+i]*top[i];g[c]=a;m=a>m?a:m;}
 double l=m-g[t];for(I c=0;c<C;c++)e+=g[c]=exp(g[c]-m);for(I c=0;c<C;c++)g[c]/=e;g[t]-=1;return l+log(e);}
static void primal(void){double l=0,g[C];for(I b=0;b<B;b++)l+=fw(x+b*H*H,t[b],g);result1(l);}
static void grad(void){memset(kb,0,O*F*F*8);memset(sb,0,O*8);memset(vb,0,C*Z*8);for(I n=0;n<B;n++){double g[C];const double*p=x+n*H*H;fw(p,t[n],g);memset(tb,0,Z*8);
  for(I c=0;c<C;c++){double*R r=vb+c*Z,*R w=v+c*Z,h=g[c];for(I i=0;i<Z;i++){r[i]+=h*top[i];tb[i]+=h*w[i];}}
  for(I o=0;o<O;o++)for(I i=0;i<P;i++)for(I j=0;j<P;j++){int w=at[(o*P+i)*P+j];if(w==4)continue;double h=tb[(o*P+i)*P+j];const double*q=p+(2*i+w/2)*H+2*j+w%2;sb[o]+=h;for(I a=0;a<F;a++)for(I b=0;b<F;b++)kb[(o*F+a)*F+b]+=h*q[a*H+b];}}
 result(kb,O*F*F);result(sb,O);result(vb,C*Z);}
