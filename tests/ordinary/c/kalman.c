#include "lg.h"
enum{N=64,T=100}; static double*c,*x0,*zs,*cb,*xb; typedef double M[4][4]; static double X[T+1][4]; static M P[T+1],F;
typedef struct{double x[4],y[2],s[2][2],k[4][2];M p;}W; static W ws[T];
static void setup(void){c=raw(24);c[0]=.05;c[1]=.3;c[2]=.1;put_f64(c,1,D(3));x0=VEC(4,-1,1);zs=arg_f64(3,D(N,T,2),-1,1);put_f64(zs,3,D(N,T,2));cb=reals(3);xb=reals(4);}
static inline void mul(M a,M b,M o){for(int i=0;i<4;i++)for(int j=0;j<4;j++){double s=0;for(int k=0;k<4;k++)s+=a[i][k]*b[k][j];o[i][j]=s;}}
static inline void mult(M a,M b,M o){for(int i=0;i<4;i++)for(int j=0;j<4;j++){double s=0;for(int k=0;k<4;k++)s+=a[i][k]*b[j][k];o[i][j]=s;}}
static double step(const double*z,double*x,M p,W*w,double*xn,M pn){M a;for(int i=0;i<4;i++){double s=0;for(int k=0;k<4;k++)s+=F[i][k]*x[k];w->x[i]=s;}mul(F,p,a);mult(a,F,w->p);for(int i=0;i<4;i++)w->p[i][i]+=c[0];
 w->y[0]=z[0]-w->x[0];w->y[1]=z[1]-w->x[1];double s00=w->p[0][0]+c[1],s01=w->p[0][1],s10=w->p[1][0],s11=w->p[1][1]+c[1],d=s00*s11-s01*s10;w->s[0][0]=s11/d;w->s[0][1]=-s01/d;w->s[1][0]=-s10/d;w->s[1][1]=s00/d;
 for(int i=0;i<4;i++){for(int j=0;j<2;j++)w->k[i][j]=w->p[i][0]*w->s[0][j]+w->p[i][1]*w->s[1][j];xn[i]=w->x[i]+w->k[i][0]*w->y[0]+w->k[i][1]*w->y[1];}
 for(int i=0;i<4;i++)for(int j=0;j<4;j++)pn[i][j]=w->p[i][j]-w->k[i][0]*w->p[0][j]-w->k[i][1]*w->p[1][j];
 double e=0;for(int i=0;i<2;i++)for(int j=0;j<2;j++)e+=w->y[i]*w->s[i][j]*w->y[j];return log(d)+e;}
static void start(M p){memset(F,0,sizeof(M));memset(p,0,sizeof(M));for(int i=0;i<4;i++)F[i][i]=p[i][i]=1;F[0][2]=F[1][3]=c[2];}
static void primal(void){double l=0;for(I n=0;n<N;n++){double x[4];M p;memcpy(x,x0,32);start(p);W w;for(I t=0;t<T;t++){double xn[4];M pn;l+=step(zs+(n*T+t)*2,x,p,&w,xn,pn);memcpy(x,xn,32);memcpy(p,pn,sizeof(M));}}result1(.5*l);}
static void grad(void){memset(cb,0,24);memset(xb,0,32);for(I n=0;n<N;n++){memcpy(X[0],x0,32);start(P[0]);for(I t=0;t<T;t++)step(zs+(n*T+t)*2,X[t],P[t],ws+t,X[t+1],P[t+1]);
 double g[4]={0};M G={{0}};for(I t=T-1;t>=0;t--){W*w=ws+t;M p,a,b;memcpy(p,G,sizeof(M));double k[4][2],y[2]={0},r[2][2],s[2][2],q[4];
 for(int i=0;i<4;i++)for(int j=0;j<2;j++){double v=g[i]*w->y[j];for(int l=0;l<4;l++)v-=G[i][l]*w->p[j][l];k[i][j]=v;y[j]+=w->k[i][j]*g[i];for(int l=0;l<4;l++)p[j][l]-=w->k[i][j]*G[i][l];}
 for(int i=0;i<2;i++)for(int j=0;j<2;j++){y[i]+=.5*(w->s[i][j]+w->s[j][i])*w->y[j];double v=.5*w->y[i]*w->y[j];for(int l=0;l<4;l++)v+=w->p[l][i]*k[l][j];r[i][j]=v;}
 for(int i=0;i<2;i++)for(int j=0;j<2;j++){double v=.5*w->s[j][i];for(int l=0;l<2;l++)for(int m=0;m<2;m++)v-=w->s[l][i]*r[l][m]*w->s[j][m];s[i][j]=v;}
 for(int i=0;i<4;i++)for(int j=0;j<2;j++)p[i][j]+=k[i][0]*w->s[j][0]+k[i][1]*w->s[j][1];for(int i=0;i<2;i++){for(int j=0;j<2;j++)p[i][j]+=s[i][j];cb[1]+=s[i][i];}
 memcpy(q,g,32);q[0]-=y[0];q[1]-=y[1];for(int i=0;i<4;i++)cb[0]+=p[i][i];
 /* F' = p F P^T + p^T F P + q x^T at (0, 2) and (1, 3) */
 mul(F,P[t],a);mult(F,P[t],b);for(int i=0;i<2;i++){double v=q[i]*X[t][i+2];for(int l=0;l<4;l++)v+=p[i][l]*b[l][i+2]+p[l][i]*a[l][i+2];cb[2]+=v;}
 mul(p,F,a);for(int i=0;i<4;i++){double v=0;for(int l=0;l<4;l++)v+=F[l][i]*q[l];g[i]=v;for(int j=0;j<4;j++){double u=0;for(int l=0;l<4;l++)u+=F[l][i]*a[l][j];G[i][j]=u;}}}
 for(int i=0;i<4;i++)xb[i]+=g[i];}result(cb,3);result(xb,4);}
