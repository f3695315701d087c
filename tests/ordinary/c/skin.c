#include "lg.h"
enum{B=15,N=1000}; static double*a,*bones,*ws,*ps,*want,*ab; typedef double M[3][3]; static M ms[B],ts[B],mb[B]; static double os[B][3],ob[B][3];
static void setup(void){a=MAT(B,3,-1,1);bones=VEC(B,.5,1);ws=MAT(N,B,0,1);ps=MAT(N,3,-1,1);want=MAT(N,3,-1,1);ab=reals(B*3);}
static void mul(M a,M b,M c){for(int i=0;i<3;i++)for(int j=0;j<3;j++)c[i][j]=a[i][0]*b[0][j]+a[i][1]*b[1][j]+a[i][2]*b[2][j];}
/* turn = Rz Ry Rx; with a factor q >= 0 replaced by its derivative */
static void turn(const double*a,M m,int q){double s=sin(a[0]),c=cos(a[0]),t=sin(a[1]),d=cos(a[1]),u=sin(a[2]),e=cos(a[2]);M x={{1,0,0},{0,c,-s},{0,s,c}},y={{d,0,t},{0,1,0},{-t,0,d}},z={{e,-u,0},{u,e,0},{0,0,1}};
 M xd={{0,0,0},{0,-s,-c},{0,c,-s}},yd={{-t,0,d},{0,0,0},{-d,0,-t}},zd={{-u,-e,0},{e,-u,0},{0,0,0}};M k;mul(q==1?yd:y,q==0?xd:x,k);mul(q==2?zd:z,k,m);}
static void pose(void){M eye={{1,0,0},{0,1,0},{0,0,1}};for(int i=0;i<B;i++){turn(a+3*i,ts[i],-1);int r=i%3==0;for(int k=0;k<3;k++)os[i][k]=r?(k?0:i/3):os[i-1][k]+bones[i-1]*ms[i-1][k][1];mul(r?eye:ms[i-1],ts[i],ms[i]);}}
static void point(I n,double*o){o[0]=o[1]=o[2]=0;for(int k=0;k<B;k++)for(int r=0;r<3;r++)o[r]+=ws[n*B+k]*(os[k][r]+ms[k][r][0]*ps[n*3]+ms[k][r][1]*ps[n*3+1]+ms[k][r][2]*ps[n*3+2]);}
static void primal(void){pose();double l=0,o[3];for(I n=0;n<N;n++){point(n,o);for(int r=0;r<3;r++){double e=o[r]-want[n*3+r];l+=e*e;}}result1(l);}
static void grad(void){pose();memset(mb,0,sizeof mb);memset(ob,0,sizeof ob);double o[3];for(I n=0;n<N;n++){point(n,o);for(int r=0;r<3;r++)o[r]=2*(o[r]-want[n*3+r]);for(int k=0;k<B;k++)for(int r=0;r<3;r++){double g=ws[n*B+k]*o[r];ob[k][r]+=g;for(int c=0;c<3;c++)mb[k][r][c]+=g*ps[n*3+c];}}
 for(int i=B-1;i>=0;i--){int root=i%3==0;M tb={{0}},d;for(int r=0;r<3;r++)for(int k=0;k<3;k++)for(int c=0;c<3;c++){if(root){tb[k][c]+=(r==k)*mb[i][r][c];}else{tb[k][c]+=ms[i-1][r][k]*mb[i][r][c];mb[i-1][r][k]+=mb[i][r][c]*ts[i][k][c];}}
  if(!root)for(int r=0;r<3;r++){ob[i-1][r]+=ob[i][r];mb[i-1][r][1]+=bones[i-1]*ob[i][r];}
  for(int q=0;q<3;q++){turn(a+3*i,d,q);double s=0;for(int r=0;r<3;r++)for(int c=0;c<3;c++)s+=d[r][c]*tb[r][c];ab[3*i+q]=s;}}result(ab,B*3);}
