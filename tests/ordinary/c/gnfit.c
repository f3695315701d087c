#include "lg.h"
enum{B=250,P=24,S=5}; static double mu=.05,*t,*y,*x,*g,*yb,*xb,*xs;
static void setup(void){put_int(S);put_real(mu);t=VEC(P,0,3);y=raw(B*P*8);for(I i=0;i<B;i++){double a=1.7+.6*rnd(),k=1+.4*rnd(),c=.3+.3*rnd();for(I j=0;j<P;j++)y[i*P+j]=a*exp(-k*t[j])+c+.1*(rnd()-.5);}put_f64(y,2,D(B,P));
 x=raw(B*3*8);for(I i=0;i<B;i++){x[3*i]=1.7+.6*rnd();x[3*i+1]=1+.4*rnd();x[3*i+2]=.3+.3*rnd();}put_f64(x,2,D(B,3));g=MAT(B,3,-1,1);yb=reals(B*P);xb=reals(B*3);xs=reals(B*3);}
/* of a step: the exponentials, the inverse of the normal equations, the step */
typedef struct{double a,k,c,m[6],d[3],e[P];} St;
static inline void step(const double*R y,St*s){double a=s->a,k=s->k,c=s->c,aa=mu,ak=0,ac=0,kk=mu,kc=0,cc=P+mu,ra=0,rk=0,rc=0;double*R e=s->e;for(I i=0;i<P;i++)e[i]=exp(-k*t[i]);
 for(I i=0;i<P;i++){double u=e[i],v=-a*t[i]*u,r=y[i]-a*u-c;aa+=u*u;ak+=u*v;ac+=u;kk+=v*v;kc+=v;ra+=u*r;rk+=v*r;rc+=r;}
 double A=kk*cc-kc*kc,C=ac*kc-ak*cc,E=ak*kc-ac*kk,q=1/(aa*A+ak*C+ac*E),*m=s->m;m[0]=A*q;m[1]=C*q;m[2]=E*q;m[3]=(aa*cc-ac*ac)*q;m[4]=(ak*ac-aa*kc)*q;m[5]=(aa*kk-ak*ak)*q;
 s->d[0]=m[0]*ra+m[1]*rk+m[2]*rc;s->d[1]=m[1]*ra+m[3]*rk+m[4]*rc;s->d[2]=m[2]*ra+m[4]*rk+m[5]*rc;}
static void primal(void){St s;for(I i=0;i<B;i++){s.a=x[3*i];s.k=x[3*i+1];s.c=x[3*i+2];for(int n=0;n<S;n++){step(y+i*P,&s);s.a+=s.d[0];s.k+=s.d[1];s.c+=s.d[2];}xs[3*i]=s.a;xs[3*i+1]=s.k;xs[3*i+2]=s.c;}result(xs,B*3);}
/* v = M g; of sum over rows J of (v.J)(r - d.J), v and d held */
static void grad(void){St s[S+1];for(I i=0;i<B;i++){s->a=x[3*i];s->k=x[3*i+1];s->c=x[3*i+2];const double*R q=y+i*P;double*R o=yb+i*P;for(int n=0;n<S;n++){step(q,s+n);s[n+1].a=s[n].a+s[n].d[0];s[n+1].k=s[n].k+s[n].d[1];s[n+1].c=s[n].c+s[n].d[2];}
 double ga=g[3*i],gk=g[3*i+1],gc=g[3*i+2];memset(o,0,P*8);
 for(int n=S;n--;){const double*m=s[n].m,*d=s[n].d,*R e=s[n].e;double a=s[n].a,c=s[n].c,v0=m[0]*ga+m[1]*gk+m[2]*gc,v1=m[1]*ga+m[3]*gk+m[4]*gc,v2=m[2]*ga+m[4]*gk+m[5]*gc,sa=0,sk=0,sc=0;
  for(I j=0;j<P;j++){double u=e[j],te=t[j]*u,w=-a*te,r=q[j]-a*u-c,al=v0*u+v1*w+v2,h=r-d[0]*u-d[1]*w-d[2],j0=v0*h-d[0]*al,j1=v1*h-d[1]*al;o[j]+=al;sc-=al;sa-=al*u+j1*te;sk-=te*(j0-a*al-a*t[j]*j1);}
  ga+=sa;gk+=sk;gc+=sc;}
 xb[3*i]=ga;xb[3*i+1]=gk;xb[3*i+2]=gc;}result(yb,B*P);result(xb,B*3);}
