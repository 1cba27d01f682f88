#define _GNU_SOURCE
#include "Library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if defined(CURLABI_LINKED)

// The linker takes functions from static libraries only if the program refers to them, and dlsym doesn't find functions in programs
// without shared libraries. Therefore each function is listed here.
#define FUNCTIONS(REQUIRED, OPTIONAL) \
  REQUIRED(curl_global_init) \
  REQUIRED(curl_version_info) \
  REQUIRED(curl_easy_init) \
  REQUIRED(curl_easy_cleanup) \
  REQUIRED(curl_easy_setopt) \
  REQUIRED(curl_easy_getinfo) \
  REQUIRED(curl_easy_pause) \
  REQUIRED(curl_easy_strerror) \
  REQUIRED(curl_slist_append) \
  REQUIRED(curl_slist_free_all) \
  REQUIRED(curl_multi_init) \
  REQUIRED(curl_multi_cleanup) \
  REQUIRED(curl_multi_setopt) \
  REQUIRED(curl_multi_add_handle) \
  REQUIRED(curl_multi_remove_handle) \
  REQUIRED(curl_multi_socket_action) \
  REQUIRED(curl_multi_info_read) \
  REQUIRED(curl_multi_perform) \
  REQUIRED(curl_multi_poll) \
  REQUIRED(curl_easy_recv) \
  REQUIRED(curl_easy_send) \
  REQUIRED(curl_url) \
  REQUIRED(curl_url_set) \
  REQUIRED(curl_url_cleanup) \
  REQUIRED(inflateInit2_) \
  REQUIRED(inflate) \
  REQUIRED(inflateReset) \
  REQUIRED(inflateEnd) \
  REQUIRED(inflateResetKeep) \
  REQUIRED(deflateInit2_) \
  REQUIRED(deflate) \
  REQUIRED(deflateReset) \
  REQUIRED(deflateEnd) \
  OPTIONAL(curl_global_trace) \
  OPTIONAL(OPENSSL_init_crypto) \
  OPTIONAL(SSL_get_shutdown) \
  OPTIONAL(SSL_CTX_set_info_callback) \
  OPTIONAL(SSL_pending) \
  OPTIONAL(SSL_get0_alpn_selected) \
  OPTIONAL(gnutls_record_check_pending) \
  OPTIONAL(gnutls_alpn_get_selected_protocol)

// Only the addresses are used. The functions are declared without arguments, because the arguments' types aren't known here.
#define DECLARE(name) void name(void);
#define DECLARE_WEAK(name) void name(void) __attribute__((weak));
FUNCTIONS(DECLARE, DECLARE_WEAK)

#define ENTRY(name) {#name, (void *)name},
static const struct {
  const char *name;
  void *function;
} functions[] = {FUNCTIONS(ENTRY, ENTRY)};

void *library_open(const char *const *names, size_t count, char *reason, size_t reason_size) {
  static char program;
  return &program;
}

void *library_function(void *library, const char *name) {
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    if (functions[index].function && strcmp(functions[index].name, name) == 0) return functions[index].function;
  }
  // The function may be in a shared library that the program doesn't link directly, such as OpenSSL if libcurl is a shared library.
  return dlsym(RTLD_DEFAULT, name);
}

#else

void *library_open(const char *const *names, size_t count, char *reason, size_t reason_size) {
  for (size_t index = 0; index < count; index++) {
    void *library = dlopen(names[index], RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) return library;
    const char *error = dlerror();
    if (index == 0) snprintf(reason, reason_size, "%s", error ? error : "dlopen failed");
  }
  return NULL;
}

void *library_function(void *library, const char *name) { return dlsym(library, name); }

#endif
