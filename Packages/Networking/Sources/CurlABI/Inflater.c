#include "CurlABI.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream and the numbers below: zlib.h, whose interface has not changed since 1.2.
struct z_stream {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *allocate;
  void *release;
  void *context;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

enum { NoFlush = 0, OK = 0, StreamEnd = 1, MemoryError = -4, BufferError = -5, WindowBits = 15, DetectHeader = 32 };

static struct {
  int (*init)(struct z_stream *, int, const char *, int);
  int (*run)(struct z_stream *, int);
  int (*reset)(struct z_stream *);
  int (*end)(struct z_stream *);
} zlib;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static bool is_available = false;

struct CurlABIInflater {
  struct z_stream stream;
};

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&zlib.init = dlsym(library, "inflateInit2_");
  *(void **)&zlib.run = dlsym(library, "inflate");
  *(void **)&zlib.reset = dlsym(library, "inflateReset");
  *(void **)&zlib.end = dlsym(library, "inflateEnd");
  is_available = zlib.init != NULL && zlib.run != NULL && zlib.reset != NULL && zlib.end != NULL;
}

bool curlabi_inflater_is_available(void) {
  pthread_once(&load_once, load);
  return is_available;
}

CurlABIInflater *curlabi_inflater_make(bool is_raw) {
  if (!curlabi_inflater_is_available()) return NULL;
  CurlABIInflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  int bits = is_raw ? -WindowBits : WindowBits + DetectHeader;
  if (zlib.init(&inflater->stream, bits, "1.2.0", (int)sizeof inflater->stream) == OK) return inflater;
  free(inflater);
  return NULL;
}

void curlabi_inflater_free(CurlABIInflater *inflater) {
  zlib.end(&inflater->stream);
  free(inflater);
}

bool curlabi_inflater_reset(CurlABIInflater *inflater) { return zlib.reset(&inflater->stream) == OK; }

CurlABIInflation curlabi_inflater_run(
  CurlABIInflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count
) {
  struct z_stream *stream = &inflater->stream;
  unsigned int available = *input_count > UINT_MAX ? UINT_MAX : (unsigned int)*input_count;
  unsigned int room = *output_count > UINT_MAX ? UINT_MAX : (unsigned int)*output_count;
  stream->next_in = input;
  stream->avail_in = available;
  stream->next_out = output;
  stream->avail_out = room;
  int code = zlib.run(stream, NoFlush);
  *input_count = available - stream->avail_in;
  *output_count = room - stream->avail_out;
  stream->next_in = NULL;
  stream->next_out = NULL;
  switch (code) {
    case OK:
    case BufferError: return CurlABIInflationContinues;
    case StreamEnd: return CurlABIInflationEnded;
    case MemoryError: return CurlABIInflationOutOfMemory;
    default: return CurlABIInflationFailed;
  }
}
