#include "lg.h"
enum{G=26}; enum{N=G*G*6}; static double dt=.1,*y,*x,*v,*m,*rho,*pr,*f,*xb,*vb,*mb,*rb,*pb;static I*st,*mem,*at;
static void setup(void){put_int(G);put_real(dt);y=MAT(N,2,-1,1);x=MAT(N,2,0,G);v=MAT(N,2,-1,1);m=VEC(N,.3,.6);rho=reals(N);pr=reals(N);f=reals(2*N);xb=reals(2*N);vb=reals(2*N);mb=reals(N);rb=reals(N);pb=reals(N);st=ints(G*G+1);mem=ints(N);at=ints(N);}
static void bin(void){memset(st,0,(G*G+1)*8);for(I i=0;i<N;i++){I c=(I)x[2*i],r=(I)x[2*i+1];at[i]=(r<G?r:G-1)*G+(c<G?c:G-1);st[at[i]+1]++;}for(I c=0;c<G*G;c++)st[c+1]+=st[c];for(I i=N;i--;)mem[--st[at[i]+1]]=i;
 for(I c=0;c<G*G;c++)st[c]=st[c+1];st[G*G]=N;}
#define NEAR(i) I cr=at[i]/G,cc=at[i]%G;for(I r=cr?cr-1:0;r<=cr+1&&r<G;r++)for(I k=st[r*G+(cc?cc-1:0)],kk=cc+2<G?st[r*G+cc+2]:st[r*G+G];k<kk;k++)
static void dens(void){for(I i=0;i<N;i++){double a=x[2*i],b=x[2*i+1],s=0;NEAR(i){I j=mem[k];double u=a-x[2*j],w=b-x[2*j+1],d=u*u+w*w+1e-6;if(d<1){double q=1-sqrt(d);s+=m[j]*q*q*q;}}rho[i]=s;pr[i]=2*(s-1)/(s*s);}}
static void force(void){for(I i=0;i<N;i++){double a=x[2*i],b=x[2*i+1],va=v[2*i],wa=v[2*i+1],p=pr[i],fx=0,fy=0;NEAR(i){I j=mem[k];double u=a-x[2*j],w=b-x[2*j+1],d=u*u+w*w+1e-6;if(d<1){double q=m[j]*(1-d)*(1-d),h=q*(p+pr[j])/sqrt(d),l=.5*q/rho[j];fx+=h*u+l*(v[2*j]-va);fy+=h*w+l*(v[2*j+1]-wa);}}f[2*i]=va+dt*fx;f[2*i+1]=wa+dt*fy;}}
static void primal(void){bin();dens();force();double l=0;for(I i=0;i<2*N;i++){double d=f[i]-y[i];l+=d*d;}result1(l);}
static void grad(void){bin();dens();force();memset(xb,0,N*16);memset(mb,0,N*8);memset(rb,0,N*8);memset(pb,0,N*8);for(I i=0;i<2*N;i++)vb[i]=2*(f[i]-y[i]);
 for(I i=0;i<2*N;i++)f[i]=dt*vb[i];
 for(I i=0;i<N;i++){double a=x[2*i],b=x[2*i+1],va=v[2*i],wa=v[2*i+1],p=pr[i],gx=f[2*i],gy=f[2*i+1],ax=0,ay=0,pi=0,vx=0,vy=0;
  NEAR(i){I j=mem[k];double u=a-x[2*j],w=b-x[2*j+1],d=u*u+w*w+1e-6;if(d<1){double o=1-d,q=m[j]*o*o,ir=1/sqrt(d),ps=p+pr[j],h=q*ps*ir,irho=1/rho[j],l=.5*q*irho,du=v[2*j]-va,dw=v[2*j+1]-wa,
    hb=gx*u+gy*w,lb=gx*du+gy*dw,qb=hb*ps*ir+lb*.5*irho,pp=hb*q*ir,rr=-hb*h*ir;
   double db=rr*.5*ir-qb*2*m[j]*o,tx=gx*h+2*u*db,ty=gy*h+2*w*db;ax+=tx;ay+=ty;xb[2*j]-=tx;xb[2*j+1]-=ty;vx+=gx*l;vy+=gy*l;vb[2*j]+=gx*l;vb[2*j+1]+=gy*l;pi+=pp;pb[j]+=pp;rb[j]-=lb*l*irho;mb[j]+=qb*o*o;}}
  xb[2*i]+=ax;xb[2*i+1]+=ay;vb[2*i]-=vx;vb[2*i+1]-=vy;pb[i]+=pi;}
 for(I i=0;i<N;i++){double r=rho[i],g=rb[i]+pb[i]*2*(2-r)/(r*r*r),a=x[2*i],b=x[2*i+1],ax=0,ay=0;NEAR(i){I j=mem[k];double u=a-x[2*j],w=b-x[2*j+1],d=u*u+w*w+1e-6;if(d<1){double s=sqrt(d),q=1-s,e=-3*g*m[j]*q*q/s;mb[j]+=g*q*q*q;ax+=e*u;ay+=e*w;xb[2*j]-=e*u;xb[2*j+1]-=e*w;}}xb[2*i]+=ax;xb[2*i+1]+=ay;}
 result(xb,2*N);result(vb,2*N);result(mb,N);}
