#include "lg.h"
enum{N=96}; static double*d,*y,*v,*db; static uint8_t*by;
static void setup(void){d=raw(N*N*8);for(I i=0;i<N*N;i++)d[i]=i%(N+1)?.1+rnd():0;put_f64(d,2,D(N,N));y=MAT(N,N,-1,1);v=reals(N*N);db=reals(N*N);by=raw(N*N*N);held+=N*N*N;}
static void primal(void){memcpy(v,d,N*N*8);for(I k=0;k<N;k++){double*q=v+k*N;for(I i=0;i<N;i++){if(i==k)continue;double*R r=v+i*N,c=r[k];for(I j=0;j<N;j++){double x=c+q[j];r[j]=x<r[j]?x:r[j];}}}result(v,N*N);}
static void grad(void){memcpy(v,d,N*N*8);for(I k=0;k<N;k++){double*q=v+k*N;for(I i=0;i<N;i++){uint8_t*R z=by+(k*N+i)*N;if(i==k){memset(z,0,N);continue;}double*R r=v+i*N,c=r[k];for(I j=0;j<N;j++){double x=c+q[j];z[j]=x<r[j];r[j]=x<r[j]?x:r[j];}}}
 memcpy(db,y,N*N*8);for(I k=N;k--;){double*q=db+k*N;for(I i=0;i<N;i++){if(i==k)continue;uint8_t*R z=by+(k*N+i)*N;double*R r=db+i*N,s=0;for(I j=0;j<N;j++){double g=z[j]?r[j]:0;s+=g;q[j]+=g;r[j]-=g;}r[k]+=s;}}result(db,N*N);}
