#include "CurlABI.h"

#include "CurlFunctions.h"
#include "Library.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// The oldest supported and tested libcurl version, 7.68.0 (2020), as CURLVERSION_NUM.
#define OLDEST_VERSION 0x074400
#define GLOBAL_ALL 3
#define MESSAGE_DONE 1

// curl_version_info_data up to the last field in use (curl/curl.h). New fields are only appended.
struct version_info {
  int age;
  const char *version;
  unsigned int version_number;
  const char *host;
  int features;
  const char *tls_version;
};

// CURLMsg (curl/multi.h).
struct message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int code;
  } data;
};

struct CurlABIFunctions curl;

// Functions from libcurl's TLS library; NULL for functions from other libraries.
static struct {
  int (*openssl_pending)(const void *);
  size_t (*gnutls_pending)(void *);
  int (*openssl_shutdown_state)(const void *);
  void (*openssl_set_info_callback)(void *, void (*)(const void *, int, int));
  void (*openssl_negotiated_protocol)(const void *, const unsigned char **, unsigned int *);
  int (*gnutls_negotiated_protocol)(void *, void *);
} tls;

// A connection whose end determines whether a response is complete.
struct CurlABIClosure {
  const void *session;
  bool is_announced;
  struct CurlABIClosure *next;
};

// Guards `closures` and their members.
static pthread_mutex_t closures_lock = PTHREAD_MUTEX_INITIALIZER;
static struct CurlABIClosure *closures = NULL;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static CurlABILoadResult load_result = CurlABINotFound;
static char load_detail[512];
static unsigned int load_version = 0;
static bool reports_refusals = false;
static bool has_http3 = false;
static const char *tls_library = "";

static bool find(void *library, const char *name, void *function) {
  void *symbol = library_function(library, name);
  *(void **)function = symbol;
  if (symbol == NULL) {
    snprintf(load_detail, sizeof load_detail, "the function %s is missing", name);
  }
  return symbol != NULL;
}

// Held while libcurl is being loaded, and permanently once the process ends.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

// Waits, because the process would crash if it unloaded libraries at exit while they are being loaded.
static void wait_for_load(void) { pthread_mutex_lock(&loading); }

// Keeps OpenSSL, if libcurl uses it, from freeing its memory at exit (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT), because the
// transport's thread or the loading thread may still use it.
static void keep_openssl(void *library) {
  static const uint64_t no_atexit = 0x00080000;
  void *symbol = library_function(library, "OPENSSL_init_crypto");
  if (symbol == NULL) return;
  int (*init_crypto)(uint64_t, const void *);
  *(void **)&init_crypto = symbol;
  init_crypto(no_atexit, NULL);
}

// Finds the functions that report a close_notify. GnuTLS reports a missing close_notify itself; other libraries take different arguments.
static void find_closure_functions(void *library, const char *tls_version) {
  // If libcurl supports several TLS libraries, the inactive ones are in parentheses.
  const char *name = tls_version ? strstr(tls_version, "OpenSSL/") : NULL;
  if (name == NULL || (name != tls_version && name[-1] == '(')) return;
  void *state = library_function(library, "SSL_get_shutdown");
  void *set_callback = library_function(library, "SSL_CTX_set_info_callback");
  if (state == NULL || set_callback == NULL) return;
  *(void **)&tls.openssl_shutdown_state = state;
  *(void **)&tls.openssl_set_info_callback = set_callback;
}

// Reports refused HTTP/2 requests to debug callbacks, as part of libcurl's HTTP/2 trace.
static void trace_refusals(void *library) {
  int (*global_trace)(const char *);
  *(void **)&global_trace = library_function(library, "curl_global_trace");
  reports_refusals = global_trace != NULL && global_trace("http/2") == 0;
}

static void load_library(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *library = library_open(names, sizeof names / sizeof *names, load_detail, sizeof load_detail);
  if (library == NULL) {
    load_result = CurlABINotFound;
    return;
  }
  keep_openssl(library);
  load_result = CurlABIIncomplete;
  if (!find(library, "curl_global_init", &curl.global_init) ||
      !find(library, "curl_version_info", &curl.version_info)) {
    return;
  }
  // The version is checked first: an old library lacks functions, and its age is the better explanation.
  struct version_info *info = curl.version_info(0);
  if (info == NULL || info->version_number < OLDEST_VERSION) {
    snprintf(load_detail, sizeof load_detail, "%s", info && info->version ? info->version : "unknown");
    load_result = CurlABITooOld;
    return;
  }
  if (!find(library, "curl_easy_init", &curl.easy_init) ||
      !find(library, "curl_easy_cleanup", &curl.easy_cleanup) ||
      !find(library, "curl_easy_setopt", &curl.easy_setopt) ||
      !find(library, "curl_easy_getinfo", &curl.easy_getinfo) ||
      !find(library, "curl_easy_pause", &curl.easy_pause) ||
      !find(library, "curl_easy_strerror", &curl.easy_strerror) ||
      !find(library, "curl_slist_append", &curl.slist_append) ||
      !find(library, "curl_slist_free_all", &curl.slist_free_all) ||
      !find(library, "curl_multi_init", &curl.multi_init) ||
      !find(library, "curl_multi_cleanup", &curl.multi_cleanup) ||
      !find(library, "curl_multi_setopt", &curl.multi_setopt) ||
      !find(library, "curl_multi_add_handle", &curl.multi_add_handle) ||
      !find(library, "curl_multi_remove_handle", &curl.multi_remove_handle) ||
      !find(library, "curl_multi_socket_action", &curl.multi_socket_action) ||
      !find(library, "curl_multi_info_read", &curl.multi_info_read) ||
      !find(library, "curl_multi_perform", &curl.multi_perform) ||
      !find(library, "curl_multi_poll", &curl.multi_poll) || !find(library, "curl_easy_recv", &curl.easy_recv) ||
      !find(library, "curl_easy_send", &curl.easy_send) || !find(library, "curl_url", &curl.url) ||
      !find(library, "curl_url_set", &curl.url_set) || !find(library, "curl_url_cleanup", &curl.url_cleanup)) {
    return;
  }
  *(void **)&tls.openssl_pending = library_function(library, "SSL_pending");
  *(void **)&tls.gnutls_pending = library_function(library, "gnutls_record_check_pending");
  *(void **)&tls.openssl_negotiated_protocol = library_function(library, "SSL_get0_alpn_selected");
  *(void **)&tls.gnutls_negotiated_protocol = library_function(library, "gnutls_alpn_get_selected_protocol");
  if (curl.global_init(GLOBAL_ALL) != 0) {
    snprintf(load_detail, sizeof load_detail, "curl_global_init failed");
    return;
  }
  trace_refusals(library);
  info = curl.version_info(0);
  find_closure_functions(library, info->tls_version);
  if (info->tls_version != NULL) tls_library = info->tls_version;
  enum { FeatureHTTP3 = 1 << 25 };
  has_http3 = (info->features & FeatureHTTP3) != 0;
  snprintf(load_detail, sizeof load_detail, "%s", info->version);
  load_version = info->version_number;
  load_result = CurlABILoaded;
}

static void load(void) {
  pthread_mutex_lock(&loading);
  // At exit, this handler runs after all handlers that the libraries register from now on, and before the libraries' destructors.
  atexit(wait_for_load);
  load_library();
  pthread_mutex_unlock(&loading);
}

CurlABILoadResult curlabi_load(void) {
  pthread_once(&load_once, load);
  return load_result;
}

const char *curlabi_load_detail(void) { return load_detail; }

unsigned int curlabi_version_number(void) { return load_version; }

const char *curlabi_tls_library(void) { return tls_library; }

bool curlabi_has_http3(void) { return has_http3; }

bool curlabi_reports_refusals(void) { return reports_refusals; }

void curlabi_release_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

CurlABIEasy *curlabi_easy_make(void) { return curl.easy_init(); }

void curlabi_easy_free(CurlABIEasy *easy) { curl.easy_cleanup(easy); }

int curlabi_easy_set_long(CurlABIEasy *easy, int option, long value) {
  return curl.easy_setopt(easy, option, value);
}

int curlabi_easy_set_offset(CurlABIEasy *easy, int option, int64_t value) {
  return curl.easy_setopt(easy, option, value);
}

int curlabi_easy_set_pointer(CurlABIEasy *easy, int option, const void *value) {
  return curl.easy_setopt(easy, option, value);
}

int curlabi_easy_set_callback(CurlABIEasy *easy, int option, curlabi_data_callback callback) {
  return curl.easy_setopt(easy, option, callback);
}

int curlabi_easy_set_seek_callback(CurlABIEasy *easy, curlabi_seek_callback callback) {
  return curl.easy_setopt(easy, CurlABIOptionSeekFunction, callback);
}

int curlabi_easy_set_debug_callback(CurlABIEasy *easy, curlabi_debug_callback callback, void *context) {
  enum { OptionVerbose = 41, OptionDebugData = 10095, OptionDebugFunction = 20094 };
  int code = curl.easy_setopt(easy, OptionDebugFunction, callback);
  if (code == 0) code = curl.easy_setopt(easy, OptionDebugData, context);
  return code == 0 ? curl.easy_setopt(easy, OptionVerbose, 1L) : code;
}

CurlABIURL *curlabi_url_make(const char *text) {
  // CURLUcode, CURLUPart and the flags that libcurl uses itself (curl/urlapi.h).
  enum { OK = 0, PartURL = 0, NonSupportScheme = 1 << 3, PathAsIs = 1 << 4, GuessScheme = 1 << 9 };
  // The first version that prints the URL again in spite of CURLOPT_URL.
  enum { FirstVersionThatPrints = 0x080C00 };
  // Until 8.3.0, copies of a URL lack the zone of an IPv6 address.
  if (load_version >= FirstVersionThatPrints || strchr(text, '[') != NULL) return NULL;
  CurlABIURL *url = curl.url();
  if (url == NULL || curl.url_set(url, PartURL, text, NonSupportScheme | PathAsIs | GuessScheme) == OK) return url;
  curl.url_cleanup(url);
  return NULL;
}

void curlabi_url_free(CurlABIURL *url) { curl.url_cleanup(url); }

int curlabi_easy_pause(CurlABIEasy *easy, int mask) { return curl.easy_pause(easy, mask); }

int curlabi_easy_set_blob(CurlABIEasy *easy, int option, const void *bytes, size_t count) {
  // curl_blob (curl/easy.h); flag 0 is CURL_BLOB_NOCOPY.
  struct {
    void *data;
    size_t length;
    unsigned int flags;
  } blob = {(void *)bytes, count, 0};
  return curl.easy_setopt(easy, option, &blob);
}

long curlabi_easy_long_info(CurlABIEasy *easy, int info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t curlabi_easy_offset_info(CurlABIEasy *easy, int info) {
  int64_t value = 0;
  return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

// Two values of curl_sslbackend (curl/curl.h).
enum { OpenSSL = 1, GnuTLS = 2 };

// Returns the TLS session of a transfer's connection; NULL without TLS.
static void *session_of(void *easy, int backend) {
  // curl_tlssessioninfo (curl/curl.h).
  struct {
    int backend;
    void *session;
  } *info = NULL;
  enum { InfoTLSSession = 0x400000 + 45 };
  if (curl.easy_getinfo(easy, InfoTLSSession, &info) != 0 || info == NULL) return NULL;
  return info->backend == backend ? info->session : NULL;
}

bool curl_has_unread_bytes(void *easy) {
  void *session = session_of(easy, OpenSSL);
  if (session != NULL) return tls.openssl_pending != NULL && tls.openssl_pending(session) > 0;
  session = session_of(easy, GnuTLS);
  return session != NULL && tls.gnutls_pending != NULL && tls.gnutls_pending(session) > 0;
}

bool curlabi_easy_negotiated_http2(CurlABIEasy *easy) {
  void *session = session_of(easy, OpenSSL);
  if (session != NULL && tls.openssl_negotiated_protocol != NULL) {
    const unsigned char *name = NULL;
    unsigned int length = 0;
    tls.openssl_negotiated_protocol(session, &name, &length);
    return length == 2 && memcmp(name, "h2", 2) == 0;
  }
  session = session_of(easy, GnuTLS);
  if (session != NULL && tls.gnutls_negotiated_protocol != NULL) {
    // gnutls_datum_t (gnutls/gnutls.h).
    struct {
      unsigned char *bytes;
      unsigned int count;
    } name = {NULL, 0};
    return tls.gnutls_negotiated_protocol(session, &name) == 0 && name.count == 2 && memcmp(name.bytes, "h2", 2) == 0;
  }
  return true;
}

// Called by OpenSSL for every event on a connection; the numbers are from ssl.h and RFC 8446, section 6.
static void note_alert(const void *session, int event, int value) {
  enum { ReadAlert = 0x4004, CloseNotify = 0 };
  if (event != ReadAlert || (value & 0xFF) != CloseNotify) return;
  pthread_mutex_lock(&closures_lock);
  for (struct CurlABIClosure *closure = closures; closure != NULL; closure = closure->next) {
    if (closure->session == session) closure->is_announced = true;
  }
  pthread_mutex_unlock(&closures_lock);
}

static int prepare_session(void *easy, void *context, void *data) {
  (void)easy, (void)data;
  tls.openssl_set_info_callback(context, note_alert);
  return 0;
}

void curlabi_easy_watch_alerts(CurlABIEasy *easy) {
  enum { OptionSSLContextFunction = 20108 };
  if (tls.openssl_set_info_callback != NULL) curl.easy_setopt(easy, OptionSSLContextFunction, prepare_session);
}

CurlABIClosure *curlabi_closure_make(CurlABIEasy *easy) {
  void *session = tls.openssl_set_info_callback != NULL ? session_of(easy, OpenSSL) : NULL;
  struct CurlABIClosure *closure = session != NULL ? calloc(1, sizeof *closure) : NULL;
  if (closure == NULL) return NULL;
  // ssl.h: SSL_RECEIVED_SHUTDOWN.
  enum { ReceivedShutdown = 2 };
  closure->session = session;
  closure->is_announced = (tls.openssl_shutdown_state(session) & ReceivedShutdown) != 0;
  pthread_mutex_lock(&closures_lock);
  closure->next = closures;
  closures = closure;
  pthread_mutex_unlock(&closures_lock);
  return closure;
}

bool curlabi_closure_is_announced(const CurlABIClosure *closure) {
  pthread_mutex_lock(&closures_lock);
  bool is_announced = closure->is_announced;
  pthread_mutex_unlock(&closures_lock);
  return is_announced;
}

void curlabi_closure_free(CurlABIClosure *closure) {
  pthread_mutex_lock(&closures_lock);
  struct CurlABIClosure **link = &closures;
  while (*link != closure) link = &(*link)->next;
  *link = closure->next;
  pthread_mutex_unlock(&closures_lock);
  free(closure);
}

const char *curlabi_code_text(int code) { return curl.easy_strerror(code); }

CurlABIList *curlabi_list_append(CurlABIList *list, const char *text) { return curl.slist_append(list, text); }

void curlabi_list_free(CurlABIList *list) { curl.slist_free_all(list); }

CurlABIMulti *curlabi_multi_make(void) { return curl.multi_init(); }

void curlabi_multi_free(CurlABIMulti *multi) { curl.multi_cleanup(multi); }

int curlabi_multi_set_long(CurlABIMulti *multi, int option, long value) {
  return curl.multi_setopt(multi, option, value);
}

int curlabi_multi_add(CurlABIMulti *multi, CurlABIEasy *easy) { return curl.multi_add_handle(multi, easy); }

int curlabi_multi_remove(CurlABIMulti *multi, CurlABIEasy *easy) { return curl.multi_remove_handle(multi, easy); }

bool curlabi_multi_next_result(CurlABIMulti *multi, CurlABIEasy **easy, int *code) {
  int remaining = 0;
  struct message *message;
  while ((message = curl.multi_info_read(multi, &remaining)) != NULL) {
    if (message->kind == MESSAGE_DONE) {
      *easy = message->easy;
      *code = message->data.code;
      return true;
    }
  }
  return false;
}
