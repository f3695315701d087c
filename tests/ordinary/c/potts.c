#include "lg.h"
enum{N=96,M=96,T=10,K=3}; enum{Z=N*M*K}; static double c=.7,*h,*p,*y,*u,*hb,*pb;
static void setup(void){put_int(T);put_real(c);h=arg_f64(3,D(N,M,K),-1,1);put_f64(h,3,D(N,M,K));p=arg_f64(3,D(N,M,K),0,1);put_f64(p,3,D(N,M,K));y=arg_f64(3,D(N,M,K),-1,1);put_f64(y,3,D(N,M,K));u=reals((T+1)*Z);hb=reals(Z);pb=reals(Z);}
typedef struct{I at,near[4];}site;
static inline site place(I i,I j){return(site){(i*M+j)*K,{((i?i-1:N-1)*M+j)*K,((i<N-1?i+1:0)*M+j)*K,(i*M+(j?j-1:M-1))*K,(i*M+(j<M-1?j+1:0))*K}};}
/* sites of one colour of o, from the others in n */
static inline void half(const double*n,double*o,I colour){for(I i=0;i<N;i++)for(I j=(i+colour)%2;j<M;j+=2){site s=place(i,j);double z=0,f[K];for(I q=0;q<K;q++)z+=f[q]=exp(h[s.at+q]+c*(n[s.near[0]+q]+n[s.near[1]+q]+n[s.near[2]+q]+n[s.near[3]+q]));for(I q=0;q<K;q++)o[s.at+q]=f[q]/z;}}
static void primal(void){memcpy(u,p,Z*8);for(I t=0;t<T;t++){half(u,u,0);half(u,u,1);}result(u,Z);}
static inline double back(const double*n,const double*o,I colour){double cb=0;for(I i=0;i<N;i++)for(I j=(i+colour)%2;j<M;j+=2){site s=place(i,j);double z=0;for(I q=0;q<K;q++)z+=o[s.at+q]*pb[s.at+q];
  for(I q=0;q<K;q++){double f=o[s.at+q]*(pb[s.at+q]-z);hb[s.at+q]+=f;pb[s.at+q]=0;cb+=f*(n[s.near[0]+q]+n[s.near[1]+q]+n[s.near[2]+q]+n[s.near[3]+q]);f*=c;for(int d=0;d<4;d++)pb[s.near[d]+q]+=f;}}return cb;}
static void grad(void){double cb=0;memcpy(u,p,Z*8);for(I t=0;t<T;t++){half(u+t*Z,u+(t+1)*Z,0);half(u+(t+1)*Z,u+(t+1)*Z,1);}memset(hb,0,Z*8);memcpy(pb,y,Z*8);
 for(I t=T;t--;){cb+=back(u+(t+1)*Z,u+(t+1)*Z,1);cb+=back(u+t*Z,u+(t+1)*Z,0);}result1(cb);result(hb,Z);}
