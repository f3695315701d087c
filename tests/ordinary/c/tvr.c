#include "lg.h"
enum{P=10000,T=30}; static double dt=.04,ridge=1e-3,s0=1,strike=1.05,r=.05,*vol,*z,*x,*v,*vb,*xs,*cs,*ls,*volb,outb[3];signed char*took;
/* logs of prices become prices x[t][path]; of each date the coefficients, the triangle and which branch each path took are kept */
static void setup(void){put_real(dt);put_real(ridge);put_real(s0);put_real(strike);put_real(r);vol=VEC(T,.15,.35);z=MAT(P,T,-1.7,1.7);x=reals(T*P);v=reals(P);xs=reals(T*P);vb=reals(P);cs=reals(T*4);ls=reals(T*16);volb=reals(T);took=(signed char*)reals(T*P/8+1);}
static void chol(double*a){for(int c=0;c<4;c++)for(int d=0;d<=c;d++){double s=a[c*4+d];for(int e=0;e<d;e++)s-=a[c*4+e]*a[d*4+e];a[c*4+d]=c==d?sqrt(s):s/a[d*5];}}
static void subst(const double*a,double*b){for(int c=0;c<4;c++){for(int d=0;d<c;d++)b[c]-=a[c*4+d]*b[d];b[c]/=a[c*5];}for(int c=4;c--;){for(int d=c+1;d<4;d++)b[c]-=a[d*4+c]*b[d];b[c]/=a[c*5];}}
static double run(void){double w=sqrt(dt),down=exp(-r*dt),l[P];for(I j=0;j<P;j++)l[j]=0;
 for(I i=0;i<T;i++){double m=(r-.5*vol[i]*vol[i])*dt,n=vol[i]*w;for(I j=0;j<P;j++)l[j]+=m+n*z[j*T+i];for(I j=0;j<P;j++)x[i*P+j]=s0*exp(l[j]);}
 for(I j=0;j<P;j++){double g=strike-x[(T-1)*P+j];v[j]=g>0?g:0;took[(T-1)*P+j]=g>0;}
 for(I i=T-1;i--;){const double*R X=x+i*P;double M1=0,M2=0,M3=0,M4=0,M5=0,M6=0,Y0=0,Y1=0,Y2=0,Y3=0,ik=1/strike;
  for(I j=0;j<P;j++){double m=X[j]*ik,m2=m*m,m3=m*m2,y=v[j];M1+=m;M2+=m2;M3+=m3;M4+=m2*m2;M5+=m2*m3;M6+=m3*m3;Y0+=y;Y1+=m*y;Y2+=m2*y;Y3+=m3*y;}
  double f=1./P,M[7]={P,M1,M2,M3,M4,M5,M6},*a=ls+i*16,*b=cs+i*4;for(int c=0;c<4;c++)for(int d=0;d<=c;d++)a[c*4+d]=M[c+d]*f+(c==d)*ridge;chol(a);b[0]=Y0*f*down;b[1]=Y1*f*down;b[2]=Y2*f*down;b[3]=Y3*f*down;subst(a,b);
  double b0=b[0],b1=b[1],b2=b[2],b3=b[3];for(I j=0;j<P;j++){double m=X[j]*ik,h=b0+m*(b1+m*(b2+m*b3)),g=strike-X[j];g=g>0?g:0;took[i*P+j]=g>h?g>0:-1;v[j]=g>h?g:h;}}
 double s=0;for(I j=0;j<P;j++)s+=v[j];return down*s/P;}
static void primal(void){result1(run());}
static void grad(void){double w=sqrt(dt),down=exp(-r*dt),f=1./P,kb=0,downb,ik=1/strike;double price=run();downb=price/down;
 for(I j=0;j<P;j++)vb[j]=down*f;double lb[P];memset(lb,0,sizeof lb);double mb=0,sb=0;memset(volb,0,T*8);
 for(I i=0;i<T;i++){const double*R X=x+i*P;double*R o=xs+i*P;const signed char*tk=took+i*P;
  if(i==T-1){for(I j=0;j<P;j++){double g=tk[j]?vb[j]:0;kb+=g;o[j]=-g;}break;}
  const double*b=cs+i*4;double b1=b[1],b2=b[2],b3=b[3],B0=0,B1=0,B2=0,B3=0;
  for(I j=0;j<P;j++){double m=X[j]*ik,g=vb[j],h=tk[j]<0?g:0,e=tk[j]>0?g:0;kb+=e;B0+=h;B1+=h*m;B2+=h*m*m;B3+=h*m*m*m;double mg=h*(b1+m*(2*b2+3*b3*m));o[j]=mg*ik-e;kb-=mg*m*ik;}
  double u[4]={B0,B1,B2,B3};subst(ls+i*16,u);double*c=cs+i*4,h[7]={0};for(int p=0;p<4;p++)for(int q=0;q<4;q++)h[p+q]-=u[p]*c[q];
  /* values of the next date, as they were */
  const double*R Y=x+(i+1)*P;const signed char*tn=tk+P;double*cn=cs+(i+1)*4,fd=f*down,dd=0;int last=i==T-2;double c0=last?0:cn[0],c1=last?0:cn[1],c2=last?0:cn[2],c3=last?0:cn[3];
  for(I j=0;j<P;j++){double m=X[j]*ik,n=Y[j]*ik,g=strike-Y[j],y=tn[j]<0?c0+n*(c1+n*(c2+n*c3)):g>0?g:0,q=u[0]+m*(u[1]+m*(u[2]+m*u[3]));vb[j]=q*fd;dd+=q*y;
   double mg=f*(h[1]+m*(2*h[2]+m*(3*h[3]+m*(4*h[4]+m*(5*h[5]+m*6*h[6])))))+fd*y*(u[1]+m*(2*u[2]+3*m*u[3]));o[j]+=mg*ik;kb-=mg*m*ik;}
  downb+=dd*f;}
 for(I i=T;i--;){double A=0,Bz=0;for(I j=0;j<P;j++){double g=xs[i*P+j]*x[i*P+j];lb[j]+=g;sb+=g;A+=lb[j];Bz+=lb[j]*z[j*T+i];}mb+=A*dt;volb[i]=-A*vol[i]*dt+Bz*w;}
 outb[0]=sb/s0;outb[1]=kb;outb[2]=mb-dt*down*downb;result(outb,3);result(volb,T);}
