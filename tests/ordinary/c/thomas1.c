#include "lg.h"
enum{N=200000}; static double*a,*b,*c,*d,*y,*x,*p,*q,*ab,*bb,*cb,*db;
static void setup(void){a=VEC(N,-1,1);b=VEC(N,3,4);c=VEC(N,-1,1);d=VEC(N,-1,1);y=VEC(N,-1,1);x=reals(N);p=reals(N);q=reals(N);ab=reals(N);bb=reals(N);cb=reals(N);db=reals(N);}
static void fw(const double*R a,const double*R b,const double*R c,const double*R d,double*R p,double*R q,double*R x){double P=0,Q=0;for(I i=0;i<N;i++){double m=1/(b[i]-a[i]*P);p[i]=P=c[i]*m;q[i]=Q=(d[i]-a[i]*Q)*m;}double l=0;for(I i=N-1;i>=0;i--)x[i]=l=q[i]-p[i]*l;}
/* d' = A^-T x'; A' = -d' x^T on the three diagonals; A^T has the diagonals c[i-1], b[i], a[i+1] */
static void bw(const double*R a,const double*R b,const double*R c,const double*R x,const double*R y,double*R p,double*R ab,double*R bb,double*R cb,double*R g){double P=0,Q=0;
 for(I i=0;i<N;i++){double l=i?c[i-1]:0,m=1/(b[i]-l*P);p[i]=P=(i<N-1?a[i+1]:0)*m;g[i]=Q=(y[i]-l*Q)*m;}double l=0;for(I i=N-1;i>=0;i--)g[i]=l=g[i]-p[i]*l;for(I i=0;i<N;i++){ab[i]=i?-g[i]*x[i-1]:0;bb[i]=-g[i]*x[i];cb[i]=i<N-1?-g[i]*x[i+1]:0;}}
static void primal(void){fw(a,b,c,d,p,q,x);result(x,N);}
static void grad(void){fw(a,b,c,d,p,q,x);bw(a,b,c,x,y,p,ab,bb,cb,db);result(ab,N);result(bb,N);result(cb,N);result(db,N);}
