#include "lg.h"
enum{N=1000000}; static double*xs,*t[3],*xb; static I*is[3];
static void setup(void){xs=VEC(N,-1,1);for(int d=0;d<3;d++){t[d]=reals(N+1);is[d]=ints(N+1);}xb=reals(N);}
static I k[3];
static void fl(void){I a=0,b=0,c=0;for(I i=0;i<N;i++){double x=xs[i];t[0][a]=t[1][b]=t[2][c]=x;is[0][a]=is[1][b]=is[2][c]=i;int f=x<-.3,g=x<.4;a+=f;b+=!f&g;c+=!g&!f;}k[0]=a;k[1]=b;k[2]=c;}
static void primal(void){fl();double s=0;for(int d=0;d<3;d++){double q=0;for(I i=0;i<k[d]-1;i++)q+=t[d][i]*t[d][i+1];s+=(d+1)*q;}result1(s);}
static void grad(void){fl();for(int d=0;d<3;d++)for(I i=0;i<k[d];i++)xb[is[d][i]]=(d+1)*((i?t[d][i-1]:0)+(i<k[d]-1?t[d][i+1]:0));result(xb,N);}
