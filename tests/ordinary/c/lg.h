/* Harness: inputs written in Futhark's binary format, processor time, medians, probe as lg (Go) has it. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define R restrict
typedef int64_t I;
static int64_t held; /* bytes beyond arguments */
static void *raw(int64_t bytes){void*p; if(posix_memalign(&p,64,bytes+64)) exit(2); memset(p,0,bytes+64); return p;}
static double *reals(int64_t n){held+=n*8; return raw(n*8);}
static int64_t *ints(int64_t n){held+=n*8; return raw(n*8);}
static double hash01(int64_t i){uint64_t z=(uint64_t)i*0x9E3779B97F4A7C15ull+0x1234567; z=(z^(z>>30))*0xBF58476D1CE4E5B9ull; z=(z^(z>>27))*0x94D049BB133111EBull; z^=z>>31; return (z>>11)*0x1p-53;}
static int64_t seedc=0;
static double rnd(void){return hash01(seedc++);}
static FILE *infile;
/* inputs: registered and written */
static void head(const char*t,int rank,const int64_t*d){ if(!infile) return; fputc('b',infile); fputc(2,infile); fputc(rank,infile); fwrite(t,1,4,infile); if(rank) fwrite(d,8,rank,infile);}
static double *arg_f64(int rank,const int64_t*d,double lo,double hi){int64_t n=1;for(int i=0;i<rank;i++)n*=d[i]; double*p=raw(n*8); for(int64_t i=0;i<n;i++)p[i]=lo+(hi-lo)*rnd(); return p;}
static void put_f64(const double*p,int rank,const int64_t*d){int64_t n=1;for(int i=0;i<rank;i++)n*=d[i]; head(" f64",rank,d); if(infile) fwrite(p,8,n,infile);}
static void put_i64(const int64_t*p,int rank,const int64_t*d){int64_t n=1;for(int i=0;i<rank;i++)n*=d[i]; head(" i64",rank,d); if(infile) fwrite(p,8,n,infile);}
static void put_int(int64_t x){head(" i64",0,0); if(infile) fwrite(&x,8,1,infile);}
static void put_real(double x){head(" f64",0,0); if(infile) fwrite(&x,8,1,infile);}
#define D(...) (int64_t[]){__VA_ARGS__}
#define VEC(n,lo,hi) ({double*_p=arg_f64(1,D(n),lo,hi);put_f64(_p,1,D(n));_p;})
#define MAT(n,m,lo,hi) ({double*_p=arg_f64(2,D(n,m),lo,hi);put_f64(_p,2,D(n,m));_p;})
static struct{const double*at;int64_t n;} outs[8]; static int count;
static void result(const double*at,int64_t n){outs[count].at=at;outs[count++].n=n;}
static double scal[8]; static int nscal;
static void result1(double x){scal[nscal]=x; result(&scal[nscal++],1);}
static double probe_(void){double s=0;int64_t k=0;for(int r=0;r<count;r++)for(int64_t i=0;i<outs[r].n;i++,k++){double x=outs[r].at[i]; if(fabs(x)<1e30) s+=(2*fabs(x)+x)*(k%7+1);} return s;}
static double now(void){struct timespec t;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);return t.tv_sec*1e3+t.tv_nsec/1e6;}
static int asc(const void*a,const void*b){double x=*(double*)a,y=*(double*)b;return (x>y)-(x<y);}
static void setup(void); static void primal(void); static void grad(void);
static void meas(const char*what,void(*f)(void),int runs){double ms[64],b=now();count=nscal=0;f();int rep=(int)fmax(1,fmin(1e4,10/(now()-b+1e-4)));double seen=probe_();
 double tot=0; int r=0; for(;r<runs&&(r<3||tot<15000);r++){double s=now();for(int k=0;k<rep;k++){count=nscal=0;f();__asm__ volatile(""::: "memory");}ms[r]=(now()-s)/rep; tot+=ms[r]*rep;}
 qsort(ms,r,8,asc); printf("{\"what\":\"%s\",\"ms\":%.6f,\"min\":%.6f,\"probe\":%.15g,\"held\":%lld}\n",what,(ms[(r-1)/2]+ms[r/2])/2,ms[0],seen,(long long)held);fflush(stdout);}
int main(int c,char**v){ if(c>2&&!strcmp(v[1],"-w")){infile=fopen(v[2],"wb");setup();fclose(infile);return 0;} setup(); int runs=c>1?atoi(v[1]):9; meas("primal",primal,runs);meas("grad",grad,runs);
return 0;}
