#include "lg.h"
enum{K=15}; enum{N=1<<K}; typedef struct{double x;I i;}item; static double*a,*b,*ab,*bb,*u,*v,*w; static item*p,*q,*s;
static void setup(void){a=VEC(N,0,1);b=VEC(N,.2,1.5);ab=reals(N);bb=reals(N);p=(item*)reals(2*N);q=(item*)reals(2*N);s=(item*)reals(2*N);u=(double*)p;v=(double*)q;w=(double*)s;}
static void sort(const double*x,double*to,double*t){double*o=to;memcpy(o,x,N*8);for(I w=1;w<N;w*=2){for(I r=0;r<N;r+=2*w){I i=r,j=r+w,m=j,e=j+w;for(I k=r;k<e;k++){if(i<m&&(j>=e||o[i]<=o[j]))t[k]=o[i++];else t[k]=o[j++];}}double*z=o;o=t;t=z;}if(o!=to)memcpy(to,o,N*8);}
static void sorti(const double*x,item*to,item*t){item*o=to;for(I i=0;i<N;i++)o[i]=(item){x[i],i};for(I w=1;w<N;w*=2){for(I r=0;r<N;r+=2*w){I i=r,j=r+w,m=j,e=j+w;for(I k=r;k<e;k++){if(i<m&&(j>=e||o[i].x<=o[j].x))t[k]=o[i++];else t[k]=o[j++];}}item*z=o;o=t;t=z;}if(o!=to)memcpy(to,o,N*sizeof(item));}
static void primal(void){sort(a,u,w);sort(b,v,w);double e=0;for(I i=0;i<N;i++)e+=(u[i]-v[i])*(u[i]-v[i]);result1(e/N);}
static void grad(void){sorti(a,p,s);sorti(b,q,s);for(I i=0;i<N;i++){double d=2*(p[i].x-q[i].x)/N;ab[p[i].i]=d;bb[q[i].i]=-d;}result(ab,N);result(bb,N);}
