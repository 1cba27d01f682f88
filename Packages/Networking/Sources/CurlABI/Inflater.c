#include "CurlABI.h"

#include "Library.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream and the numbers below are from zlib.h, whose interface has not changed since 1.2.
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

enum { NoFlush = 0, SyncFlush = 2, OK = 0, StreamEnd = 1, MemoryError = -4, BufferError = -5, WindowBits = 15, DetectHeader = 32 };

static struct {
  int (*init)(struct z_stream *, int, const char *, int);
  int (*run)(struct z_stream *, int);
  int (*reset)(struct z_stream *);
  // NULL before zlib 1.2.5.1.
  int (*reset_keeping_window)(struct z_stream *);
  int (*end)(struct z_stream *);
  int (*deflate_init)(struct z_stream *, int, int, int, int, int, const char *, int);
  int (*deflate)(struct z_stream *, int);
  int (*deflate_reset)(struct z_stream *);
  int (*deflate_end)(struct z_stream *);
} zlib;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static bool is_available = false;

struct CurlABIInflater {
  struct z_stream stream;
};

static void load(void) {
  static const char *const names[] = {"libz.so.1"};
  void *library = library_open(names, 1, NULL, 0);
  if (library == NULL) return;
  *(void **)&zlib.init = library_function(library, "inflateInit2_");
  *(void **)&zlib.run = library_function(library, "inflate");
  *(void **)&zlib.reset = library_function(library, "inflateReset");
  *(void **)&zlib.end = library_function(library, "inflateEnd");
  *(void **)&zlib.reset_keeping_window = library_function(library, "inflateResetKeep");
  *(void **)&zlib.deflate_init = library_function(library, "deflateInit2_");
  *(void **)&zlib.deflate = library_function(library, "deflate");
  *(void **)&zlib.deflate_reset = library_function(library, "deflateReset");
  *(void **)&zlib.deflate_end = library_function(library, "deflateEnd");
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

bool curlabi_inflater_continue(CurlABIInflater *inflater) {
  int (*reset)(struct z_stream *) = zlib.reset_keeping_window != NULL ? zlib.reset_keeping_window : zlib.reset;
  return reset(&inflater->stream) == OK;
}

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

struct CurlABIDeflater {
  struct z_stream stream;
};

CurlABIDeflater *curlabi_deflater_make(int window_bits) {
  enum { DefaultLevel = -1, Deflated = 8, DefaultMemory = 8, DefaultStrategy = 0 };
  if (!curlabi_inflater_is_available() || zlib.deflate_init == NULL || zlib.deflate == NULL ||
      zlib.deflate_reset == NULL || zlib.deflate_end == NULL) {
    return NULL;
  }
  CurlABIDeflater *deflater = calloc(1, sizeof *deflater);
  if (deflater == NULL) return NULL;
  int code = zlib.deflate_init(
    &deflater->stream, DefaultLevel, Deflated, -window_bits, DefaultMemory, DefaultStrategy, "1.2.0",
    (int)sizeof deflater->stream
  );
  if (code == OK) return deflater;
  free(deflater);
  return NULL;
}

void curlabi_deflater_free(CurlABIDeflater *deflater) {
  zlib.deflate_end(&deflater->stream);
  free(deflater);
}

bool curlabi_deflater_reset(CurlABIDeflater *deflater) { return zlib.deflate_reset(&deflater->stream) == OK; }

bool curlabi_deflater_run(
  CurlABIDeflater *deflater, const void *input, size_t *input_count, void *output, size_t *output_count
) {
  struct z_stream *stream = &deflater->stream;
  bool is_last = *input_count <= UINT_MAX;
  unsigned int available = is_last ? (unsigned int)*input_count : UINT_MAX;
  unsigned int room = *output_count > UINT_MAX ? UINT_MAX : (unsigned int)*output_count;
  stream->next_in = input;
  stream->avail_in = available;
  stream->next_out = output;
  stream->avail_out = room;
  int code = zlib.deflate(stream, is_last ? SyncFlush : NoFlush);
  *input_count = available - stream->avail_in;
  *output_count = room - stream->avail_out;
  stream->next_in = NULL;
  stream->next_out = NULL;
  return code == OK || code == BufferError;
}
