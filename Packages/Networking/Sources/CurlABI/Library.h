// Finds the functions of libcurl, its TLS library and zlib: in shared libraries at run time or, with the package trait LinkedLibcurl, in
// the libraries that the program was linked with.

#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>

// Opens the first of these shared libraries that exists. Returns NULL and writes the reason if there is none.
void *library_open(const char *const *names, size_t count, char *reason, size_t reason_size) __attribute__((visibility("hidden")));

// Returns a function from an open library or from a library that it depends on; NULL if neither has it.
void *library_function(void *library, const char *name) __attribute__((visibility("hidden")));

#endif
