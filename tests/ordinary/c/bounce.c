#include "lg.h"
enum{H=160,W=200,K=30,B=5}; enum{N=H*W}; static double*dir,*y,*c,*r,*a,*cb,*rb,*ab;
static const double sun[3]={.48,-.6,.64};
typedef struct{double oc[3],d[3],n[3],left[3],h,q,t,lit;I j;}hit;
static double dot(const double*x,const double*y){return x[0]*y[0]+x[1]*y[1]+x[2]*y[2];}
static void setup(void){put_int(B);dir=raw(N*24);for(I i=0;i<N;i++){double x=(i%W+.5)/W-.5,z=(i/W+.5)/H-.5,l=1/sqrt(x*x+1+z*z);dir[3*i]=x*l;dir[3*i+1]=l;dir[3*i+2]=z*l;}put_f64(dir,2,D(N,3));
 y=MAT(N,3,0,1);c=raw(K*24);for(I k=0;k<K;k++){c[3*k]=-2.5+5*rnd();c[3*k+1]=4+5*rnd();c[3*k+2]=-2.5+5*rnd();}put_f64(c,2,D(K,3));r=VEC(K,.4,1);a=MAT(K,3,.3,1);cb=reals(3*K);rb=reals(K);ab=reals(3*K);}
/* the hits of a ray, then the sky or not */
static int trace(I i,hit*R p,double*R o,double*R d,double*R left,double*R seen){for(int e=0;e<3;e++){o[e]=seen[e]=0;left[e]=1;d[e]=dir[3*i+e];}
 for(int b=0;b<B;b++,p++){double best=INFINITY,bh=0,bq=0;I j=-1;
  for(I m=0;m<K;m++){double x=o[0]-c[3*m],y=o[1]-c[3*m+1],z=o[2]-c[3*m+2],h=x*d[0]+y*d[1]+z*d[2],q=h*h-(x*x+y*y+z*z)+r[m]*r[m];if(q>0){double t=-h-sqrt(q);if(t>1e-4&&t<best){best=t;bh=h;bq=q;j=m;}}}
  if(j<0){double s=.5+.5*d[2];for(int e=0;e<3;e++)seen[e]+=s*left[e];return b;}
  p->j=j;p->h=bh;p->q=bq;p->t=best;double ir=1/r[j];
  for(int e=0;e<3;e++){p->oc[e]=o[e]-c[3*j+e];p->d[e]=d[e];p->left[e]=left[e];o[e]+=best*d[e];p->n[e]=(o[e]-c[3*j+e])*ir;}
  double l=dot(p->n,sun),s=2*dot(d,p->n);l=p->lit=l>0?l:0;for(int e=0;e<3;e++){left[e]*=.5*a[3*j+e];seen[e]+=l*left[e];d[e]-=s*p->n[e];}}
 return B;}
static void primal(void){double l=0,o[3],d[3],left[3],seen[3];hit p[B];for(I i=0;i<N;i++){trace(i,p,o,d,left,seen);for(int e=0;e<3;e++){double x=seen[e]-y[3*i+e];l+=x*x;}}result1(l);}
static void grad(void){memset(cb,0,K*24);memset(rb,0,K*8);memset(ab,0,K*24);double o[3],d[3],left[3],seen[3],w[3],gd[3],gl[3],gp[3];hit ps[B];
 for(I i=0;i<N;i++){int b=trace(i,ps,o,d,left,seen);for(int e=0;e<3;e++){w[e]=2*(seen[e]-y[3*i+e]);gd[e]=gl[e]=gp[e]=0;}
  if(b<B){double s=.5+.5*d[2];for(int e=0;e<3;e++)gl[e]=s*w[e];gd[2]=.5*dot(w,left);}
  while(b--){hit*p=ps+b;I j=p->j;double lb=0,R1=1/r[j],gn[3];
   for(int e=0;e<3;e++){double u=gl[e]+p->lit*w[e],A=a[3*j+e];ab[3*j+e]+=.5*u*p->left[e];lb+=.5*w[e]*p->left[e]*A;gl[e]=.5*u*A;}
   double dn=dot(p->d,p->n),gdn=dot(gd,p->n);if(!(p->lit>0))lb=0;
   for(int e=0;e<3;e++){gn[e]=lb*sun[e]-2*dn*gd[e]-2*gdn*p->d[e];gd[e]-=2*gdn*p->n[e];gp[e]+=gn[e]*R1;cb[3*j+e]-=gn[e]*R1;}
   rb[j]-=dot(gn,p->n)*R1;double tb=dot(gp,p->d),qb=-tb/(2*sqrt(p->q)),hb=-tb+2*p->h*qb;rb[j]+=2*r[j]*qb;
   for(int e=0;e<3;e++){double x=hb*p->d[e]-2*qb*p->oc[e];gd[e]+=p->t*gp[e]+hb*p->oc[e];gp[e]+=x;cb[3*j+e]-=x;}}}
 result(cb,3*K);result(rb,K);result(ab,3*K);}
