#include "lg.h"
enum{T=3000,J=7,K=30}; static double*len,*rad,*q,*bl,*qb,*bb,*hand,P[2*J][3],PB[2*J][3],ax[J][3][3],S[J],C[J];
static void setup(void){len=VEC(J,.3,.6);rad=VEC(K,.2,.5);q=MAT(T,J,-2,2);bl=MAT(K,3,-2,2);qb=reals(T*J);bb=reals(3*K);hand=reals(3*T);}
/* ax[a]: the axes, columns, after joint a */
static void posture(const double*q){double m[3][3]={{1,0,0},{0,1,0},{0,0,1}},p[3]={0};
 for(int a=0;a<J;a++){double s=S[a]=sin(q[a]),c=C[a]=cos(q[a]);int o=1+a%2;if(o==2)s=-s;for(int e=0;e<3;e++){double u=m[0][e],v=m[o][e];m[0][e]=c*u+s*v;m[o][e]=c*v-s*u;double d=len[a]*m[0][e];P[2*a][e]=p[e]+.5*d;P[2*a+1][e]=p[e]+=d;}memcpy(ax[a],m,72);}}
static double chain(const double*x,const double*y,double*d){double s=1e-6;for(int e=0;e<3;e++){d[e]=x[e]-y[e];s+=d[e]*d[e];}return sqrt(s);}
static void primal(void){double cost=0,way=0,bend=0,h[3]={0},d[3];for(I t=0;t<T;t++){posture(q+t*J);for(int a=0;a<2*J;a++)for(int k=0;k<K;k++){double x=P[a][0]-bl[3*k],y=P[a][1]-bl[3*k+1],z=P[a][2]-bl[3*k+2],e=x*x+y*y+z*z,r=rad[k]+.2;if(e<r*r){r-=sqrt(e);cost+=r*r;}}
  if(t){way+=chain(P[2*J-1],h,d);for(int a=0;a<J;a++){double e=q[t*J+a]-q[t*J-J+a];bend+=e*e;}}memcpy(h,P[2*J-1],24);}
 result1(way+.1*bend+10*cost);}
static void grad(void){memset(bb,0,K*24);double d[3];for(I t=0;t<T;t++){posture(q+t*J);memcpy(hand+3*t,P[2*J-1],24);}
 for(I t=0;t<T;t++){posture(q+t*J);memset(PB,0,sizeof PB);
  for(int a=0;a<2*J;a++)for(int k=0;k<K;k++){double x=P[a][0]-bl[3*k],y=P[a][1]-bl[3*k+1],z=P[a][2]-bl[3*k+2],e=x*x+y*y+z*z,r=rad[k]+.2;if(e<r*r){e=sqrt(e);double g=-20*(r-e)/e;x*=g;y*=g;z*=g;PB[a][0]+=x;PB[a][1]+=y;PB[a][2]+=z;bb[3*k]-=x;bb[3*k+1]-=y;bb[3*k+2]-=z;}}
  double*h=hand+3*t,*g=PB[2*J-1],*o=qb+t*J,*x=q+t*J;for(int a=0;a<J;a++)o[a]=0;
  if(t){double l=1/chain(h,h-3,d);for(int e=0;e<3;e++)g[e]+=l*d[e];for(int a=0;a<J;a++)o[a]+=.2*(x[a]-x[a-J]);}
  if(t<T-1){double l=1/chain(h,h+3,d);for(int e=0;e<3;e++)g[e]+=l*d[e];for(int a=0;a<J;a++)o[a]+=.2*(x[a]-x[a+J]);}
  double pb[3]={0},mb[3][3]={{0}};
  for(int a=J;a--;){int b=1+a%2;double s=b==2?-S[a]:S[a],c=C[a],w=0;double(*m)[3]=ax[a];for(int e=0;e<3;e++){pb[e]+=PB[2*a+1][e];mb[0][e]+=len[a]*(pb[e]+.5*PB[2*a][e]);pb[e]+=PB[2*a][e];
    double f=mb[0][e],k=mb[b][e];w+=f*m[b][e]-k*m[0][e];mb[0][e]=c*f-s*k;mb[b][e]=s*f+c*k;}o[a]+=b==2?-w:w;}}
 result(qb,T*J);result(bb,3*K);}
