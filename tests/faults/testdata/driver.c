// An OpenCL driver that is PoCL but for one thing: at one place it misbehaves.
//
// FAULT says where and how, as place:how. The places are constructor (of the library), platforms (the first call that the loader
// makes), build, launch, map and read; how is segfault, abort, exit, spin or pause. With FAULT_ONCE=FILE it happens to the one process that
// makes the file, and to no other. POCL is the library of the driver proper.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void at(const char *place) {
	const char *fault = getenv("FAULT"), *once = getenv("FAULT_ONCE");
	size_t n = strlen(place);
	if (!fault || strncmp(fault, place, n) || fault[n] != ':')
		return;
	if (once && open(once, O_CREAT | O_EXCL | O_WRONLY, 0600) < 0)
		return;
	const char *how = fault + n + 1;
	if (!strcmp(how, "segfault"))
		*(volatile int *)8 = 1;
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "exit"))
		_exit(3);
	if (!strcmp(how, "spin"))
		for (volatile int forever = 1; forever;) {}
	for (;;)
		pause();
}

__attribute__((constructor)) static void constructor(void) { at("constructor"); }

// Entries of an object's table of functions, in the order that cl_khr_icd fixes.
enum { BUILD = 30, READ = 48, MAP = 56, LAUNCH = 59 };
typedef intptr_t word;
typedef word (*entry)(word, word, word, word, word, word, word, word, word, word);
static entry build, launch, map, read_;

#define WRAP(name, place, proper)                                                                                                   \
	static word name(word a, word b, word c, word d, word e, word f, word g, word h, word i, word j) {                          \
		at(place);                                                                                                          \
		return proper(a, b, c, d, e, f, g, h, i, j);                                                                        \
	}
WRAP(bad_build, "build", build)
WRAP(bad_launch, "launch", launch)
WRAP(bad_map, "map", map)
WRAP(bad_read, "read", read_)

static void *proper(const char *name) {
	static void *lib;
	if (!lib && !(lib = dlopen(getenv("POCL"), RTLD_NOW | RTLD_LOCAL)))
		_exit(4);
	return dlsym(lib, name);
}

static void put(entry *table, int index, entry *before, entry now) {
	uintptr_t page = sysconf(_SC_PAGESIZE), start = (uintptr_t)&table[index] / page * page;
	mprotect((void *)start, 2 * page, PROT_READ | PROT_WRITE);
	*before = table[index];
	table[index] = now;
}

static int platformIDs(unsigned n, void **platforms, unsigned *count) {
	at("platforms");
	void *(*find)(const char *) = proper("clGetExtensionFunctionAddress");
	int (*get)(unsigned, void **, unsigned *) = find("clIcdGetPlatformIDsKHR");
	int code = get(n, platforms, count);
	if (code == 0 && platforms && n > 0 && !build) {
		entry *table = *(entry **)platforms[0];
		put(table, BUILD, &build, bad_build);
		put(table, LAUNCH, &launch, bad_launch);
		put(table, MAP, &map, bad_map);
		put(table, READ, &read_, bad_read);
	}
	return code;
}

int clGetPlatformInfo(void *platform, unsigned what, size_t size, void *value, size_t *needed) {
	int (*get)(void *, unsigned, size_t, void *, size_t *) = proper("clGetPlatformInfo");
	return get(platform, what, size, value, needed);
}

void *clGetExtensionFunctionAddress(const char *name) {
	if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
		return platformIDs;
	void *(*find)(const char *) = proper("clGetExtensionFunctionAddress");
	return find(name);
}
