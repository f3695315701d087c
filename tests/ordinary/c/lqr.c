#include "lg.h"
enum{T=800,N=6,U=3}; static double*as,*bs,*q,*r,*want,*ps,*ss,*ts,*ks,*gs,*ab,*bb,*qb,*rb;
static void setup(void){as=arg_f64(3,D(T,N,N),-.5,.5);put_f64(as,3,D(T,N,N));bs=arg_f64(3,D(T,N,U),-1,1);put_f64(bs,3,D(T,N,U));q=VEC(N,.5,1);r=VEC(U,.5,1);want=arg_f64(3,D(T,U,N),-.3,.3);put_f64(want,3,D(T,U,N));
 ps=reals((T+1)*N*N);ss=reals(T*N*N);ts=reals(T*N*U);ks=reals(T*U*N);gs=reals(T*U*U);ab=reals(T*N*N);bb=reals(T*N*U);qb=reals(N);rb=reals(U);}
typedef double NN[N][N],NU[N][U],UN[U][N],UU[U][U];
#define FOR(i,n) for(int i=0;i<n;i++)
/* S = P A, T = P B, G = (R + B'T)^-1, K = G B'S, P' = Q + A'S - (B'S)'K */
static double step(NN p,NN a,NU b,NN s,NU t,UU g,UN k,NN o,const double*w){UU m;UN h;double l=0;
 FOR(i,N){double x[N]={0},y[U]={0};FOR(c,N){FOR(j,N)x[j]+=p[i][c]*a[c][j];FOR(j,U)y[j]+=p[i][c]*b[c][j];}memcpy(s[i],x,sizeof x);memcpy(t[i],y,sizeof y);}
 FOR(i,U){double x[N]={0},y[U]={0};FOR(c,N){FOR(j,N)x[j]+=b[c][i]*s[c][j];FOR(j,U)y[j]+=b[c][i]*t[c][j];}y[i]+=r[i];memcpy(h[i],x,sizeof x);memcpy(m[i],y,sizeof y);}
 double A=m[1][1]*m[2][2]-m[1][2]*m[1][2],B=m[0][2]*m[1][2]-m[0][1]*m[2][2],C=m[0][1]*m[1][2]-m[0][2]*m[1][1],d=1/(m[0][0]*A+m[0][1]*B+m[0][2]*C);
 g[0][0]=A*d;g[0][1]=g[1][0]=B*d;g[0][2]=g[2][0]=C*d;g[1][1]=(m[0][0]*m[2][2]-m[0][2]*m[0][2])*d;g[1][2]=g[2][1]=(m[0][1]*m[0][2]-m[0][0]*m[1][2])*d;g[2][2]=(m[0][0]*m[1][1]-m[0][1]*m[0][1])*d;
 FOR(i,U)FOR(j,N){double x=g[i][0]*h[0][j]+g[i][1]*h[1][j]+g[i][2]*h[2][j],e=x-w[i*N+j];k[i][j]=x;l+=e*e;}
 FOR(i,N){double x[N]={0};x[i]=q[i];FOR(c,N)FOR(j,N)x[j]+=a[c][i]*s[c][j];FOR(c,U)FOR(j,N)x[j]-=h[c][i]*k[c][j];memcpy(o[i],x,sizeof x);}return l;}
#define AT(x,t,n,m) ((double(*)[m])((x)+(t)*n*m))
static void primal(void){double l=0;NN p={{0}},o,s;NU t;UU g;UN k;FOR(i,N)p[i][i]=q[i];for(I i=T;i--;){l+=step(p,AT(as,i,N,N),AT(bs,i,N,U),s,t,g,k,o,want+i*U*N);memcpy(p,o,sizeof p);}result1(l);}
/* K is where P' is stationary; V = G K', Z = B V, X = (A - BK) P', A' = P(2X + Z), B' = P(A - BK)V^T - A'K^T, P' = sym((X + Z)(A - BK)^T) */
static void grad(void){memset(ps+T*N*N,0,N*N*8);FOR(i,N)ps[T*N*N+i*N+i]=q[i];for(I i=T;i--;)step(AT(ps,i+1,N,N),AT(as,i,N,N),AT(bs,i,N,U),AT(ss,i,N,N),AT(ts,i,N,U),AT(gs,i,U,U),AT(ks,i,U,N),AT(ps,i,N,N),want+i*U*N);
 NN pb={{0}};double Q[N]={0},RR[U]={0};
 for(I i=0;i<T;i++){double(*p)[N]=AT(ps,i+1,N,N),(*a)[N]=AT(as,i,N,N),(*b)[U]=AT(bs,i,N,U),(*s)[N]=AT(ss,i,N,N),(*t)[U]=AT(ts,i,N,U),(*g)[U]=AT(gs,i,U,U),(*k)[N]=AT(ks,i,U,N),(*A)[N]=AT(ab,i,N,N),(*B)[U]=AT(bb,i,N,U);
  UN e,v;NN cl,ct,z,x2;const double*w=want+i*U*N;FOR(j,U)FOR(c,N)e[j][c]=2*(k[j][c]-w[j*N+c]);FOR(j,U)FOR(c,N)v[j][c]=g[j][0]*e[0][c]+g[j][1]*e[1][c]+g[j][2]*e[2][c];
  FOR(m,N)Q[m]+=pb[m][m];
  FOR(j,U){double y=0,z=0,u[N]={0};FOR(c,N)FOR(m,N)u[m]+=k[j][c]*pb[c][m];FOR(m,N){y+=u[m]*k[j][m];z+=v[j][m]*k[j][m];}RR[j]+=y-z;}
  FOR(m,N)FOR(c,N){double f=a[m][c]-b[m][0]*k[0][c]-b[m][1]*k[1][c]-b[m][2]*k[2][c];cl[m][c]=f;ct[c][m]=f;}
  FOR(m,N){double x[N]={0};FOR(c,N)FOR(j,N)x[j]+=cl[m][c]*pb[c][j];FOR(j,N){double y=b[m][0]*v[0][j]+b[m][1]*v[1][j]+b[m][2]*v[2][j];z[m][j]=x[j]+y;x2[m][j]=2*x[j]+y;}}
  FOR(m,N){double x[N]={0},n[N]={0};FOR(c,N)FOR(j,N){x[j]+=p[m][c]*x2[c][j];n[j]+=z[m][c]*ct[c][j];}memcpy(A[m],x,sizeof x);memcpy(pb[m],n,sizeof n);
   FOR(j,U){double y=0;FOR(c,N)y+=(s[m][c]-t[m][0]*k[0][c]-t[m][1]*k[1][c]-t[m][2]*k[2][c])*v[j][c]-x[c]*k[j][c];B[m][j]=y;}}
  FOR(m,N)FOR(c,m)pb[m][c]=pb[c][m]=.5*(pb[m][c]+pb[c][m]);}
 FOR(m,N)qb[m]=Q[m]+pb[m][m];FOR(j,U)rb[j]=RR[j];result(ab,T*N*N);result(bb,T*N*U);result(qb,N);result(rb,U);}
