// The same requests in C on libcurl's multi interface: what the transport under Networking is measured against.
//
// libcurl is loaded at run time, since a fresh machine has no headers of it; the numbers are those of curl/curl.h.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPTION_URL = 10002, OPTION_WRITE_DATA = 10001, OPTION_WRITE_FUNCTION = 20011, OPTION_NO_SIGNAL = 99, OPTION_NO_PROXY = 10177 };

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

struct answer {
  char bytes[4096];
  size_t count;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  if (answer->count + size * count <= sizeof answer->bytes) {
    memcpy(answer->bytes + answer->count, bytes, size * count);
    answer->count += size * count;
  }
  return size * count;
}

static void find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    fprintf(stderr, "%s is missing\n", name);
    exit(1);
  }
  *(void **)function = symbol;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(void *multi, void **easies, struct answer *answers, int count, int concurrency) {
  int started = 0, finished = 0;
  for (; started < concurrency && started < count; started++) multi_add_handle(multi, easies[started]);
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
      for (int index = 0; index < concurrency; index++) {
        if (easies[index] == easy) {
          if (strstr(answers[index].bytes, "\"id\": 7") == NULL) exit(2);
          answers[index].count = 0;
        }
      }
      if (started < count) {
        multi_add_handle(multi, easy);
        started++;
      }
    }
    if (finished < count) multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: curl-multi-client URL COUNT CONCURRENCY\n");
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
  find(library, "curl_multi_init", &multi_init);
  find(library, "curl_multi_add_handle", &multi_add_handle);
  find(library, "curl_multi_remove_handle", &multi_remove_handle);
  find(library, "curl_multi_perform", &multi_perform);
  find(library, "curl_multi_poll", &multi_poll);
  find(library, "curl_multi_info_read", &multi_info_read);
  global_init(3);

  int count = atoi(argv[2]), concurrency = atoi(argv[3]);
  char url[1024];
  snprintf(url, sizeof url, "%s%ssmall.json", argv[1], argv[1][strlen(argv[1]) - 1] == '/' ? "" : "/");
  void *multi = multi_init();
  void **easies = calloc((size_t)concurrency, sizeof *easies);
  struct answer *answers = calloc((size_t)concurrency, sizeof *answers);
  for (int index = 0; index < concurrency; index++) {
    easies[index] = easy_init();
    easy_setopt(easies[index], OPTION_URL, url);
    easy_setopt(easies[index], OPTION_NO_SIGNAL, 1L);
    easy_setopt(easies[index], OPTION_NO_PROXY, "*");
    easy_setopt(easies[index], OPTION_WRITE_FUNCTION, receive);
    easy_setopt(easies[index], OPTION_WRITE_DATA, &answers[index]);
  }
  run(multi, easies, answers, 50, concurrency < 50 ? concurrency : 50);
  double start = now();
  run(multi, easies, answers, count, concurrency);
  printf("%.6f\n", now() - start);
  return 0;
}
