// Pointers to libcurl's functions, looked up with library_function.

#ifndef CURL_FUNCTIONS_H
#define CURL_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct version_info;
struct message;
struct wait_descriptor;

struct CurlABIFunctions {
  int (*global_init)(long);
  struct version_info *(*version_info)(int);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  int (*easy_pause)(void *, int);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_socket_action)(void *, int, int, int *);
  struct message *(*multi_info_read)(void *, int *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, struct wait_descriptor *, unsigned int, int, int *);
  int (*easy_recv)(void *, void *, size_t, size_t *);
  int (*easy_send)(void *, const void *, size_t, size_t *);
  void *(*url)(void);
  int (*url_set)(void *, int, const char *, unsigned int);
  void (*url_cleanup)(void *);
};

// Set by curlabi_load, and constant from then on.
extern struct CurlABIFunctions curl __attribute__((visibility("hidden")));

// Whether the TLS library holds unread decrypted bytes for a transfer's connection. Call it only from the transfer's callbacks.
bool curl_has_unread_bytes(void *easy) __attribute__((visibility("hidden")));

#endif
