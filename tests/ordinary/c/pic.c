#include "lg.h"
enum{P=20000,G=128,T=50}; static double dt=.1,*q,*x,*v,*X,*V,*fs,*es,*e,*eb,*qb,*xb,*vb;static int*cs;
/* of each step: cells, places in cells and the field are kept; nodes 0 and G are the same one */
static void setup(void){put_int(G);put_int(T);put_real(dt);q=VEC(P,-.012,.03);x=VEC(P,0,G);v=VEC(P,-1,1);X=reals(P);V=reals(P);fs=reals(T*P);cs=(int*)reals(T*P/2+1);es=reals(T*(G+1));e=reals(G+1);eb=reals(G+1);qb=reals(P);xb=reals(P);vb=reals(P);}
static double run(int keep){double l=0;memcpy(X,x,P*8);memcpy(V,v,P*8);for(int t=0;t<T;t++){double*R f=fs+(keep?t*P:0),*R E=es+(keep?t*(G+1):0);int*R c=cs+(keep?t*P:0);memset(E,0,(G+1)*8);
  for(I i=0;i<P;i++){int k=X[i];double a=X[i]-k;c[i]=k;f[i]=a;E[k]+=q[i]*(1-a);E[k+1]+=q[i]*a;}E[0]+=E[G];
  double m=0,s=0,r=0;for(I i=0;i<G;i++)m+=E[i];m/=G;for(I i=0;i<G;i++){r+=E[i]-m;E[i]=r;s+=r;}s/=G;for(I i=0;i<G;i++){E[i]-=s;l+=.5*E[i]*E[i];}E[G]=E[0];
  for(I i=0;i<P;i++){int k=c[i];double u=V[i]+dt*(E[k]+f[i]*(E[k+1]-E[k])),y=X[i]+dt*u;V[i]=u;y=y<0?y+G:y;X[i]=y>=G?y-G:y;}}return l;}
static void primal(void){result1(run(0));}
static void grad(void){run(1);memset(qb,0,P*8);memset(xb,0,P*8);memset(vb,0,P*8);
 for(int t=T;t--;){const double*R f=fs+t*P,*R E=es+t*(G+1);const int*R c=cs+t*P;memset(eb,0,(G+1)*8);
  for(I i=0;i<P;i++){int k=c[i];double u=vb[i]+dt*xb[i],g=dt*u;vb[i]=u;eb[k]+=g*(1-f[i]);eb[k+1]+=g*f[i];xb[i]+=g*(E[k+1]-E[k]);}
  eb[0]+=eb[G];double m=0,s=0;for(I i=0;i<G;i++){eb[i]+=E[i];m+=eb[i];}m/=G;double r=0;for(I i=G;i--;){r+=eb[i]-m;eb[i]=r;s+=r;}s/=G;for(I i=0;i<G;i++)eb[i]-=s;eb[G]=eb[0];
  for(I i=0;i<P;i++){int k=c[i];double d=eb[k+1]-eb[k];qb[i]+=eb[k]+f[i]*d;xb[i]+=q[i]*d;}}
 result(qb,P);result(xb,P);result(vb,P);}
