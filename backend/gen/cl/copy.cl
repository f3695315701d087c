// Copies are made by a function of C's library, which is as fast as anything and takes compilers no time; each loop that
// copies costs them 20 to 50 ms, since they write it out for vectors, for what is left over and for memories that overlap,
// and look at each in all the loops around. The detour by integers is for address spaces, which are one on a CPU.

//: copy const
#define rd_copy(to, from, bytes) __builtin_memcpy((void *)(ulong)(to), (const void *)(ulong)(from), bytes)
