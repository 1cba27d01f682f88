// The baseline for Networking's benchmarks: a C client that sends the same requests with libcurl's multi interface.
//
// Each request has a distinct URL and the same header fields. The client stores the response's header fields, decodes
// the JSON document into a struct, and validates every string. It uses one thread, and one handle per concurrent request.
// It has no limits, middleware or callers, and doesn't distinguish errors.
//
// With a certificate it trusts only that certificate, and sends its requests over HTTP/1.1, or over one HTTP/2 connection.
//
// libcurl is loaded at run time, since a fresh machine has no headers of it; the numbers are those of curl/curl.h.

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  OPTION_HTTP_VERSION = 84,
  OPTION_NO_SIGNAL = 99,
  OPTION_PIPE_WAIT = 237,
  OPTION_WRITE_DATA = 10001,
  OPTION_URL = 10002,
  OPTION_HTTP_HEADER = 10023,
  OPTION_HEADER_DATA = 10029,
  OPTION_CA_INFO = 10065,
  OPTION_NO_PROXY = 10177,
  OPTION_WRITE_FUNCTION = 20011,
  OPTION_HEADER_FUNCTION = 20079,
  HTTP_VERSION_1_1 = 2,
  HTTP_VERSION_2_OVER_TLS = 4,
};

struct message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int code;
  } data;
};

static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*global_init)(long);
static void *(*multi_init)(void);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_perform)(void *, int *);
static int (*multi_poll)(void *, void *, unsigned int, int, int *);
static struct message *(*multi_info_read)(void *, int *);

static void *(*list_append)(void *, const char *);
static void (*list_free_all)(void *);

enum { MAXIMUM_FIELDS = 64 };

struct field {
  char *name;
  char *value;
};

struct answer {
  void *request_fields;
  char bytes[4096];
  size_t count;
  struct field fields[MAXIMUM_FIELDS];
  int field_count;
};

// The decoded document.
struct small {
  long id;
  char *title;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  if (answer->count + size * count >= sizeof answer->bytes) return 0;
  memcpy(answer->bytes + answer->count, bytes, size * count);
  answer->count += size * count;
  return size * count;
}

static size_t receive_field(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  size_t length = size * count;
  char *colon = memchr(bytes, ':', length);
  if (colon == NULL || answer->field_count == MAXIMUM_FIELDS) return length;
  char *value = colon + 1, *end = bytes + length;
  while (value < end && (*value == ' ' || *value == '\t')) value++;
  while (end > value && (end[-1] == '\r' || end[-1] == '\n' || end[-1] == ' ')) end--;
  answer->fields[answer->field_count++] =
      (struct field){strndup(bytes, (size_t)(colon - bytes)), strndup(value, (size_t)(end - value))};
  return length;
}

// A JSON reader for objects with strings and whole numbers, which are the only values in the responses.
static void skip_space(char **text) {
  while (**text == ' ' || **text == '\n' || **text == '\t' || **text == '\r') (*text)++;
}

static char *read_string(char **text) {
  if (**text != '"') return NULL;
  char *start = ++*text;
  while (**text != '"' && **text != 0) {
    if (**text == '\\') return NULL;
    (*text)++;
  }
  if (**text == 0) return NULL;
  return strndup(start, (size_t)((*text)++ - start));
}

static bool read_small(char *text, struct small *small) {
  bool has_id = false;
  skip_space(&text);
  if (*text++ != '{') return false;
  for (;;) {
    skip_space(&text);
    char *name = read_string(&text);
    if (name == NULL) return false;
    skip_space(&text);
    bool is_pair = *text == ':';
    if (is_pair) text++;
    skip_space(&text);
    if (strcmp(name, "id") == 0) {
      char *end;
      small->id = strtol(text, &end, 10);
      has_id = end != text;
      text = end;
    } else if (strcmp(name, "title") == 0) {
      small->title = read_string(&text);
    } else {
      is_pair = false;
    }
    free(name);
    if (!is_pair) return false;
    skip_space(&text);
    if (*text == ',') {
      text++;
      continue;
    }
    return *text == '}' && has_id && small->title != NULL;
  }
}

static void prepare(void *easy, struct answer *answer, const char *url, int number) {
  char numbered[1100];
  snprintf(numbered, sizeof numbered, "%s?number=%d", url, number);
  easy_setopt(easy, OPTION_URL, numbered);
  answer->request_fields = list_append(NULL, "Accept: application/json");
  easy_setopt(easy, OPTION_HTTP_HEADER, answer->request_fields);
}

static void finish(struct answer *answer) {
  struct small small = {0, NULL};
  answer->bytes[answer->count] = 0;
  if (!read_small(answer->bytes, &small) || small.id != 7 || answer->field_count < 3) {
    fprintf(stderr, "another answer: %s\n", answer->bytes);
    exit(1);
  }
  free(small.title);
  for (int index = 0; index < answer->field_count; index++) {
    free(answer->fields[index].name);
    free(answer->fields[index].value);
  }
  list_free_all(answer->request_fields);
  answer->field_count = 0;
  answer->count = 0;
}

static void find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    fprintf(stderr, "%s is missing\n", name);
    exit(1);
  }
  *(void **)function = symbol;
}

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(void *multi, void **easies, struct answer *answers, const char *url, int count, int concurrency) {
  int started = 0, finished = 0;
  for (; started < concurrency && started < count; started++) {
    prepare(easies[started], &answers[started], url, started);
    multi_add_handle(multi, easies[started]);
  }
  while (finished < count) {
    int running = 0, remaining = 0;
    multi_perform(multi, &running);
    struct message *message;
    while ((message = multi_info_read(multi, &remaining)) != NULL) {
      if (message->kind != 1) continue;
      void *easy = message->easy;
      if (message->data.code != 0) {
        fprintf(stderr, "a request failed with code %d\n", message->data.code);
        exit(1);
      }
      multi_remove_handle(multi, easy);
      finished++;
      int index = 0;
      while (easies[index] != easy) index++;
      finish(&answers[index]);
      if (started < count) {
        prepare(easy, &answers[index], url, started++);
        multi_add_handle(multi, easy);
      }
    }
    if (finished < count) multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

int main(int argc, char **argv) {
  if (argc < 5 || argc > 6) {
    fprintf(stderr, "usage: curl-multi-client http1|http2 URL COUNT CONCURRENCY [CERTIFICATE]\n");
    return 2;
  }
  void *library = dlopen("libcurl.so.4", RTLD_NOW);
  if (library == NULL) library = dlopen("libcurl.4.dylib", RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  find(library, "curl_global_init", &global_init);
  find(library, "curl_easy_init", &easy_init);
  find(library, "curl_easy_setopt", &easy_setopt);
  find(library, "curl_slist_append", &list_append);
  find(library, "curl_slist_free_all", &list_free_all);
  find(library, "curl_multi_init", &multi_init);
  find(library, "curl_multi_add_handle", &multi_add_handle);
  find(library, "curl_multi_remove_handle", &multi_remove_handle);
  find(library, "curl_multi_perform", &multi_perform);
  find(library, "curl_multi_poll", &multi_poll);
  find(library, "curl_multi_info_read", &multi_info_read);
  global_init(3);

  bool is_http2 = strcmp(argv[1], "http2") == 0;
  int count = atoi(argv[3]), concurrency = atoi(argv[4]);
  char url[1024];
  snprintf(url, sizeof url, "%s%ssmall.json", argv[2], argv[2][strlen(argv[2]) - 1] == '/' ? "" : "/");
  void *multi = multi_init();
  void **easies = calloc((size_t)concurrency, sizeof *easies);
  struct answer *answers = calloc((size_t)concurrency, sizeof *answers);
  for (int index = 0; index < concurrency; index++) {
    easies[index] = easy_init();
    easy_setopt(easies[index], OPTION_NO_SIGNAL, 1L);
    easy_setopt(easies[index], OPTION_NO_PROXY, "*");
    easy_setopt(easies[index], OPTION_HTTP_VERSION, (long)(is_http2 ? HTTP_VERSION_2_OVER_TLS : HTTP_VERSION_1_1));
    easy_setopt(easies[index], OPTION_PIPE_WAIT, (long)is_http2);
    if (argc == 6) easy_setopt(easies[index], OPTION_CA_INFO, argv[5]);
    easy_setopt(easies[index], OPTION_WRITE_FUNCTION, receive);
    easy_setopt(easies[index], OPTION_WRITE_DATA, &answers[index]);
    easy_setopt(easies[index], OPTION_HEADER_FUNCTION, receive_field);
    easy_setopt(easies[index], OPTION_HEADER_DATA, &answers[index]);
  }
  run(multi, easies, answers, url, 50, concurrency < 50 ? concurrency : 50);
  double start = seconds_of(CLOCK_MONOTONIC), processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  run(multi, easies, answers, url, count, concurrency);
  printf("seconds=%.6f ", seconds_of(CLOCK_MONOTONIC) - start);
  printf("processor=%.6f\n", seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor);
  return 0;
}
