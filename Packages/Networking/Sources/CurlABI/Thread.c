#if defined(__linux__)
#define _GNU_SOURCE
#include "CurlABI.h"

#include <pthread.h>

int curlabi_start_thread(const char *name, size_t stack_size, void *(*run)(void *), void *context) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_t thread;
  error = pthread_attr_setstacksize(&attributes, stack_size);
  if (!error) error = pthread_create(&thread, &attributes, run, context);
  pthread_attr_destroy(&attributes);
  if (error) return error;
  pthread_setname_np(thread, name);
  pthread_detach(thread);
  return 0;
}
#endif
