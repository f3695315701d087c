#include "lg.h"
enum{B=80,L=40,H=24,E=12}; enum{G=3*H}; static double*w,*u,*b,*xs,*wb,*ub,*bb,*h,*a,*o; static double wt[E*G],ut[H*G]; static I*st,*ln;
static void setup(void){w=arg_f64(3,D(3,H,E),-.3,.3);put_f64(w,3,D(3,H,E));u=arg_f64(3,D(3,H,H),-.3,.3);put_f64(u,3,D(3,H,H));b=MAT(3,H,-.1,.1);st=raw(B*8);ln=raw(B*8);I s=0;for(I q=0;q<B;q++){st[q]=s;s+=ln[q]=1+(I)(rnd()*L);}
 xs=MAT(s,E,-1,1);put_i64(st,1,D(B));put_i64(ln,1,D(B));wb=reals(G*E);ub=reals(G*H);bb=reals(G);h=reals((L+1)*H);a=reals(L*G);o=reals(L*H);}
static void tr(void){for(I i=0;i<G;i++){for(I j=0;j<E;j++)wt[j*G+i]=w[i*E+j];for(I j=0;j<H;j++)ut[j*G+i]=u[i*H+j];}}
/* a: gates and the new state, o: what the state gives the third */
static double fw(const double*R x,I n){memset(h,0,H*8);for(I t=0;t<n;t++){double*R p=h+t*H,*R q=a+t*G,*R z=o+t*H,y[G]={0};memcpy(q,b,G*8);
  for(I j=0;j<E;j++){double c=x[t*E+j];for(I i=0;i<G;i++)q[i]+=wt[j*G+i]*c;}for(I j=0;j<H;j++){double c=p[j];for(I i=0;i<G;i++)y[i]+=ut[j*G+i]*c;}
  for(I i=0;i<2*H;i++)q[i]=1/(1+exp(-q[i]-y[i]));for(I i=0;i<H;i++){z[i]=y[2*H+i];q[2*H+i]=tanh(q[2*H+i]+q[H+i]*z[i]);p[H+i]=(1-q[i])*q[2*H+i]+q[i]*p[i];}}
 double l=0;for(I i=0;i<H;i++)l+=h[n*H+i]*h[n*H+i];return l;}
static void primal(void){tr();double l=0;for(I q=0;q<B;q++)l+=fw(xs+st[q]*E,ln[q]);result1(l);}
static void grad(void){tr();memset(wb,0,G*E*8);memset(ub,0,G*H*8);memset(bb,0,G*8);for(I k=0;k<B;k++){const double*R x=xs+st[k]*E;I n=ln[k];fw(x,n);double g[H];for(I i=0;i<H;i++)g[i]=2*h[n*H+i];
 for(I t=n;t--;){double*R p=h+t*H,*R q=a+t*G,*R z=o+t*H,d[G],v[G],m[H];
  for(I i=0;i<H;i++){double f=q[i],r=q[H+i],c=q[2*H+i],e=g[i]*(1-f)*(1-c*c);d[i]=v[i]=g[i]*(p[i]-c)*f*(1-f);d[2*H+i]=e;v[2*H+i]=e*r;d[H+i]=v[H+i]=e*z[i]*r*(1-r);m[i]=g[i]*f;}
  for(I i=0;i<G;i++){double c=d[i],f=v[i],*R r=wb+i*E,*R s=ub+i*H,*R U=u+i*H;bb[i]+=c;for(I j=0;j<E;j++)r[j]+=c*x[t*E+j];for(I j=0;j<H;j++){s[j]+=f*p[j];m[j]+=f*U[j];}}memcpy(g,m,sizeof g);}}
 result(wb,G*E);result(ub,G*H);result(bb,G);}
