#include "lg.h"
enum{G=2,S=256,E=32,A=2}; enum{H=G*A}; static double*q,*k,*v,*y,*Q,*K,*o,*cs,*sn,*qb,*kb,*vb,*w,*dw;
static void setup(void){q=raw(H*S*E*8);k=raw(G*S*E*8);v=raw(G*S*E*8);y=raw(H*S*E*8);for(I i=0;i<H*S*E;i++)q[i]=2*rnd()-1;put_f64(q,3,D(H,S,E));for(I i=0;i<G*S*E;i++)k[i]=2*rnd()-1;put_f64(k,3,D(G,S,E));
 for(I i=0;i<G*S*E;i++)v[i]=2*rnd()-1;put_f64(v,3,D(G,S,E));for(I i=0;i<H*S*E;i++)y[i]=2*rnd()-1;put_f64(y,3,D(H,S,E));
 Q=reals(H*S*E);K=reals(G*S*E);o=reals(H*S*E);cs=reals(S*E/2);sn=reals(S*E/2);qb=reals(H*S*E);kb=reals(G*S*E);vb=reals(G*S*E);w=reals(S);dw=reals(S);}
static void angles(void){double f[E/2];for(I i=0;i<E/2;i++)f[i]=pow(10000,-2.*i/E);for(I p=0;p<S;p++)for(I i=0;i<E/2;i++){cs[p*(E/2)+i]=cos(p*f[i]);sn[p*(E/2)+i]=sin(p*f[i]);}}
static void turn(const double*R x,double*R o,I m,double sign){for(I h=0;h<m;h++)for(I p=0;p<S;p++){const double*R a=x+(h*S+p)*E,*R c=cs+p*(E/2),*R s=sn+p*(E/2);double*R b=o+(h*S+p)*E;for(I i=0;i<E/2;i++){double t=sign*s[i];b[2*i]=a[2*i]*c[i]-a[2*i+1]*t;b[2*i+1]=a[2*i+1]*c[i]+a[2*i]*t;}}}
/* weights of a query for keys up to p */
static inline double dot(const double*R a,const double*R b){double s[8]={0};I e=0;for(;e+8<=E;e+=8)for(int l=0;l<8;l++)s[l]+=a[e+l]*b[e+l];double r=0;for(;e<E;e++)r+=a[e]*b[e];for(int l=0;l<8;l++)r+=s[l];return r;}
static void weigh(const double*R a,const double*R k,I p,double c){double m=-1e300,z=0;for(I j=0;j<=p;j++){w[j]=c*dot(a,k+j*E);m=w[j]>m?w[j]:m;}for(I j=0;j<=p;j++){w[j]=exp(w[j]-m);z+=w[j];}z=1/z;for(I j=0;j<=p;j++)w[j]*=z;}
static void primal(void){angles();turn(q,Q,H,1);turn(k,K,G,1);double c=1/sqrt(E);for(I h=0;h<H;h++){const double*R kk=K+h/A*S*E,*R vv=v+h/A*S*E;for(I p=0;p<S;p++){weigh(Q+(h*S+p)*E,kk,p,c);double r[E];memset(r,0,E*8);
  for(I j=0;j<=p;j++)for(I e=0;e<E;e++)r[e]+=w[j]*vv[j*E+e];memcpy(o+(h*S+p)*E,r,E*8);}}result(o,H*S*E);}
static void grad(void){angles();turn(q,Q,H,1);turn(k,K,G,1);memset(vb,0,G*S*E*8);double c=1/sqrt(E);double*R kt=o;memset(kt,0,G*S*E*8);
 for(I h=0;h<H;h++){const double*R kk=K+h/A*S*E,*R vv=v+h/A*S*E;double*R kg=kt+h/A*S*E,*R vg=vb+h/A*S*E;for(I p=0;p<S;p++){double*R a=Q+(h*S+p)*E;const double*R g=y+(h*S+p)*E;weigh(a,kk,p,c);
  double s=0,r[E];memset(r,0,E*8);for(I j=0;j<=p;j++){dw[j]=dot(g,vv+j*E);s+=w[j]*dw[j];}
  for(I j=0;j<=p;j++){double x=w[j],d=c*x*(dw[j]-s);for(I e=0;e<E;e++){vg[j*E+e]+=x*g[e];kg[j*E+e]+=d*a[e];r[e]+=d*kk[j*E+e];}}
  memcpy(a,r,E*8);}}
 turn(Q,qb,H,-1);turn(kt,kb,G,-1);result(qb,H*S*E);result(kb,G*S*E);result(vb,G*S*E);}
