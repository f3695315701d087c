#include "lg.h"
enum{M=256,N=500}; static double*a,*b,*c,*d,*y,*x,*p,*q,*ab,*bb,*cb,*db;
static void setup(void){a=MAT(M,N,-1,1);b=MAT(M,N,3,4);c=MAT(M,N,-1,1);d=MAT(M,N,-1,1);y=MAT(M,N,-1,1);x=reals(M*N);p=reals(N);q=reals(N);ab=reals(M*N);bb=reals(M*N);cb=reals(M*N);db=reals(M*N);}
static void fw(const double*R a,const double*R b,const double*R c,const double*R d,double*R p,double*R q,double*R x){double P=0,Q=0;for(I i=0;i<N;i++){double m=1/(b[i]-a[i]*P);p[i]=P=c[i]*m;q[i]=Q=(d[i]-a[i]*Q)*m;}double l=0;for(I i=N-1;i>=0;i--)x[i]=l=q[i]-p[i]*l;}
/* d' = A^-T x'; A' = -d' x^T on the three diagonals; A^T has the diagonals c[i-1], b[i], a[i+1] */
static void bw(const double*R a,const double*R b,const double*R c,const double*R x,const double*R y,double*R p,double*R ab,double*R bb,double*R cb,double*R g){double P=0,Q=0;
 for(I i=0;i<N;i++){double l=i?c[i-1]:0,m=1/(b[i]-l*P);p[i]=P=(i<N-1?a[i+1]:0)*m;g[i]=Q=(y[i]-l*Q)*m;}double l=0;for(I i=N-1;i>=0;i--)g[i]=l=g[i]-p[i]*l;for(I i=0;i<N;i++){ab[i]=i?-g[i]*x[i-1]:0;bb[i]=-g[i]*x[i];cb[i]=i<N-1?-g[i]*x[i+1]:0;}}
static void primal(void){for(I m=0;m<M*N;m+=N)fw(a+m,b+m,c+m,d+m,p,q,x+m);result(x,M*N);}
static void grad(void){for(I m=0;m<M*N;m+=N){fw(a+m,b+m,c+m,d+m,p,q,x+m);bw(a+m,b+m,c+m,x+m,y+m,p,ab+m,bb+m,cb+m,db+m);}result(ab,M*N);result(bb,M*N);result(cb,M*N);result(db,M*N);}
