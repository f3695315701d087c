#include "lg.h"
enum{N=300000}; static double*ps,*q,*pb; static I*is;
static void setup(void){ps=MAT(N,3,-1,1);q=reals(3*N+3);pb=reals(3*N);is=ints(N+1);}
static I fl(void){I k=0;for(I i=0;i<N;i++){const double*p=ps+3*i;q[3*k]=p[0];q[3*k+1]=p[1];q[3*k+2]=p[2];is[k]=i;k+=p[0]*p[0]+p[1]*p[1]+p[2]*p[2]<1;}return k;}
static void primal(void){I k=fl();double s=0;for(I i=0;i<3*(k-1);i++){double d=q[i]-q[i+3];s+=d*d;}result1(s);}
static void grad(void){I k=fl();memset(pb,0,N*24);for(I i=0;i<k;i++)for(int d=0;d<3;d++){I j=3*i+d;pb[3*is[i]+d]=2*((i?q[j]-q[j-3]:0)+(i<k-1?q[j]-q[j+3]:0));}result(pb,3*N);}
