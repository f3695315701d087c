#include "lg.h"
enum{NC=24,MC=28,V=2}; enum{N=4*NC,M=4*MC}; static double*c,*f,*y,*u,*cb,*fb,*tape[3],*cs[3],*id[3],*fs[3],*Cb[3],*Fb[3],*Ub[3],*Wb[3]; static const int slots[3]={5,6,13};
/* each grid has a border of zeros; what each sweep starts from is kept on a tape */
#define DIMS(l) const I n=N>>(l),m=M>>(l),w=m+2;(void)n;
#define SIZE(l) (((N>>(l))+2)*((M>>(l))+2))
static void setup(void){put_int(V);c=MAT(N,M,0,1);f=MAT(N,M,-1,1);y=MAT(N,M,-1,1);u=reals(N*M);cb=reals(N*M);fb=reals(N*M);for(int l=0;l<3;l++){tape[l]=reals((V*slots[l]+1)*SIZE(l));cs[l]=reals(SIZE(l));id[l]=reals(SIZE(l));fs[l]=reals(SIZE(l));Cb[l]=reals(SIZE(l));Fb[l]=reals(SIZE(l));Ub[l]=reals(SIZE(l));Wb[l]=reals(SIZE(l));}}
static double ih(int l){return 1./(1<<2*l);}
static void in(const double*R a,double*R o){for(I i=0;i<N;i++)memcpy(o+(i+1)*(M+2)+1,a+i*M,M*8);}
static void out(const double*R a,double*R o){for(I i=0;i<N;i++)memcpy(o+i*M,a+(i+1)*(M+2)+1,M*8);}
#define A(u,c) ((4*u[j]-u[j-1]-u[j+1]-u[j-w]-u[j+w])*h+c[j]*u[j])
static void sweep(int l,const double*R u,double*R o){DIMS(l)double h=ih(l);for(I i=1;i<=n;i++){const double*R p=u+i*w,*R q=cs[l]+i*w,*R g=fs[l]+i*w,*R d=id[l]+i*w;double*R r=o+i*w;for(I j=1;j<=m;j++)r[j]=p[j]+d[j]*(g[j]-A(p,q));}}
/* fs of the next grid: means of four residuals */
static void down(int l,const double*R u){DIMS(l)double h=ih(l),r[2][M+2];for(I i=1;i<=n;i+=2){for(int k=0;k<2;k++){const double*R p=u+(i+k)*w,*R q=cs[l]+(i+k)*w,*R g=fs[l]+(i+k)*w;for(I j=1;j<=m;j++)r[k][j]=g[j]-A(p,q);}
 double*R o=fs[l+1]+(i+1)/2*(m/2+2)+1;for(I j=0;j<m/2;j++)o[j]=.25*(r[0][2*j+1]+r[0][2*j+2]+r[1][2*j+1]+r[1][2*j+2]);}}
static void sum4(int l,const double*R x,double*R o,double f){DIMS(l)for(I i=0;i<n/2;i++){const double*R p=x+(2*i+1)*w+1,*R q=p+w;double*R r=o+(i+1)*(m/2+2)+1;for(I j=0;j<m/2;j++)r[j]=f*(p[2*j]+p[2*j+1]+q[2*j]+q[2*j+1]);}}
/* o = x + f times the coarser e, each value over four */
static void wide(int l,const double*x,const double*R e,double f,double*o){DIMS(l)for(I i=0;i<n;i++){const double*p=x+(i+1)*w+1,*R q=e+(i/2+1)*(m/2+2)+1;double*r=o+(i+1)*w+1;for(I j=0;j<m/2;j++){double a=f*q[j];r[2*j]=p[2*j]+a;r[2*j+1]=p[2*j+1]+a;}}}
static double*at(int l,int v,int k,int keep){return tape[l]+(keep?v*slots[l]+k:l?k&1:(v*slots[0]+k)&1)*(I)SIZE(l);}
static double*run(int keep){in(c,cs[0]);in(f,fs[0]);sum4(0,cs[0],cs[1],.25);sum4(1,cs[1],cs[2],.25);for(int l=0;l<3;l++){DIMS(l)for(I i=1;i<=n;i++)for(I j=1;j<=m;j++)id[l][i*w+j]=.8/(4*ih(l)+cs[l][i*w+j]);}
 memset(at(0,0,0,keep),0,SIZE(0)*8);
 for(int v=0;v<V;v++){
#define U(l,k) at(l,v,k,keep)
 sweep(0,U(0,0),U(0,1));sweep(0,U(0,1),U(0,2));down(0,U(0,2));memset(U(1,0),0,SIZE(1)*8);sweep(1,U(1,0),U(1,1));sweep(1,U(1,1),U(1,2));down(1,U(1,2));
 memset(U(2,0),0,SIZE(2)*8);for(int k=0;k<12;k++)sweep(2,U(2,k),U(2,k+1));
 wide(1,U(1,2),U(2,12),1,U(1,3));sweep(1,U(1,3),U(1,4));sweep(1,U(1,4),U(1,5));wide(0,U(0,2),U(1,5),1,U(0,3));sweep(0,U(0,3),U(0,4));sweep(0,U(0,4),U(0,5));}return at(0,V-1,5,keep);}
static void primal(void){out(run(0),u);result(u,N*M);}
/* of x' = x + d (f - A x): w = d x', f += w, x = x' - A w, c -= w (x + (x' - x) / 0.8) */
static void lin(int l,double*R ub,const double*R wb){DIMS(l)double h=ih(l);for(I i=1;i<=n;i++){const double*R p=wb+i*w,*R q=cs[l]+i*w;double*R r=ub+i*w;for(I j=1;j<=m;j++)r[j]-=A(p,q);}}
static void back(int l,int v,int k){DIMS(l)const double*R a=at(l,v,k,1),*R b=at(l,v,k+1,1);double*R ub=Ub[l],*R wb=Wb[l],*R F=Fb[l],*R C=Cb[l],*R d=id[l];for(I i=1;i<=n;i++)for(I j=i*w+1;j<=i*w+m;j++){double x=d[j]*ub[j];wb[j]=x;F[j]+=x;C[j]-=x*(1.25*b[j]-.25*a[j]);}lin(l,ub,wb);}
static void downb(int l,int v){DIMS(l)const double*R a=at(l,v,2,1);double*R wb=Wb[l],*R F=Fb[l],*R C=Cb[l];for(I i=1;i<=n;i++){const double*R e=Fb[l+1]+(i+1)/2*(m/2+2)+1;double*R W=wb+i*w+1;for(I j=0;j<m/2;j++)W[2*j]=W[2*j+1]=.25*e[j];for(I j=i*w+1;j<=i*w+m;j++){F[j]+=wb[j];C[j]-=wb[j]*a[j];}}lin(l,Ub[l],wb);}
static void grad(void){run(1);for(int l=0;l<3;l++){memset(Cb[l],0,SIZE(l)*8);memset(Fb[l],0,SIZE(l)*8);}in(y,Ub[0]);
 for(int v=V;v--;){back(0,v,4);back(0,v,3);sum4(0,Ub[0],Ub[1],1);memset(Fb[1],0,SIZE(1)*8);back(1,v,4);back(1,v,3);sum4(1,Ub[1],Ub[2],1);memset(Fb[2],0,SIZE(2)*8);for(int k=12;k--;)back(2,v,k);
  downb(1,v);back(1,v,1);back(1,v,0);downb(0,v);back(0,v,1);back(0,v,0);}
 wide(1,Cb[1],Cb[2],.25,Cb[1]);wide(0,Cb[0],Cb[1],.25,Cb[0]);out(Cb[0],cb);out(Fb[0],fb);result(cb,N*M);result(fb,N*M);}
