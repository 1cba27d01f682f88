#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CurlABI.h"
#include "CurlFunctions.h"

// curl/curl.h
enum {
  OptionConnectOnly = 141,
  OptionHTTPProxyTunnel = 61,
  OptionOpenSocketFunction = 20163,
  OptionOpenSocketData = 10164,
  InfoActiveSocket = 0x500000 + 44,
  BadSocket = -1,
};

// curl_waitfd (curl/multi.h).
struct wait_descriptor {
  int fd;
  short events;
  short revents;
};

// curl_sockaddr (curl/curl.h).
struct socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

struct CurlABISocket {
  // Each socket has a multi handle of its own, because some versions use another transfer's connection in a shared handle (CVE-2020-8231).
  void *multi;
  void *easy;
  int wakeup;
  int socket;
  // The error of the socket that couldn't be opened; 0 if there wasn't any.
  int open_error;
};

static int open_socket(void *context, int purpose, struct socket_address *address) {
  (void)purpose;
  // Child processes don't need the socket and would keep the connection open.
  int descriptor = socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
  if (descriptor < 0) ((CurlABISocket *)context)->open_error = errno;
  return descriptor < 0 ? BadSocket : descriptor;
}

CurlABISocket *curlabi_socket_make(void) {
  CurlABISocket *socket = calloc(1, sizeof *socket);
  if (socket == NULL) return NULL;
  socket->socket = BadSocket;
  socket->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (socket->wakeup >= 0) return socket;
  free(socket);
  return NULL;
}

void curlabi_socket_free(CurlABISocket *socket) {
  close(socket->wakeup);
  free(socket);
}

int curlabi_socket_begin(CurlABISocket *socket, CurlABIEasy *easy, bool has_proxy) {
  curl.easy_setopt(easy, OptionConnectOnly, 1L);
  if (has_proxy) curl.easy_setopt(easy, OptionHTTPProxyTunnel, 1L);
  curl.easy_setopt(easy, OptionOpenSocketFunction, open_socket);
  curl.easy_setopt(easy, OptionOpenSocketData, socket);
  socket->easy = easy;
  socket->multi = curl.multi_init();
  if (socket->multi == NULL || curl.multi_add_handle(socket->multi, easy) != 0) return CurlABICodeOutOfMemory;
  return CurlABICodeOK;
}

static void clear_wakeup(CurlABISocket *socket) {
  uint64_t value;
  // This call only resets the counter, which carries no other information.
  ssize_t ignored = read(socket->wakeup, &value, sizeof value);
  (void)ignored;
}

int curlabi_socket_connect(CurlABISocket *socket, int milliseconds) {
  int running = 0, ready = 0, code = 0;
  if (curl.multi_perform(socket->multi, &running) != 0) return CurlABICodeCouldNotConnect;
  void *easy = NULL;
  if (curlabi_multi_next_result(socket->multi, &easy, &code)) {
    if (code != CurlABICodeOK) return code;
    if (curl.easy_getinfo(socket->easy, InfoActiveSocket, &socket->socket) == 0 && socket->socket >= 0) return code;
    return CurlABICodeCouldNotConnect;
  }
  struct wait_descriptor wakeup = {.fd = socket->wakeup, .events = POLLIN};
  if (curl.multi_poll(socket->multi, &wakeup, 1, milliseconds, &ready) != 0) return CurlABICodeCouldNotConnect;
  clear_wakeup(socket);
  return -1;
}

int curlabi_socket_take_open_error(CurlABISocket *socket) {
  int error = socket->open_error;
  socket->open_error = 0;
  return error;
}

void curlabi_socket_wake(CurlABISocket *socket) {
  uint64_t one = 1;
  // A full counter (EAGAIN) also wakes the thread.
  ssize_t ignored = write(socket->wakeup, &one, sizeof one);
  (void)ignored;
}

bool curlabi_socket_wait(CurlABISocket *socket, bool reads, bool writes, int milliseconds, bool *is_ready) {
  short events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
  // poll reports errors even without a request, and ignores negative numbers.
  struct pollfd entries[] = {
    {.fd = socket->wakeup, .events = POLLIN},
    {.fd = events == 0 ? -1 : socket->socket, .events = events},
  };
  int count = poll(entries, 2, milliseconds);
  if (count < 0 && errno != EINTR && errno != EAGAIN) return false;
  if (count > 0 && entries[0].revents != 0) clear_wakeup(socket);
  *is_ready = count > 0 && entries[1].revents != 0;
  return true;
}

int curlabi_socket_receive(CurlABISocket *socket, void *bytes, size_t *count) {
  size_t received = 0;
  int code = curl.easy_recv(socket->easy, bytes, *count, &received);
  *count = received;
  return code;
}

int curlabi_socket_send(CurlABISocket *socket, const void *bytes, size_t *count) {
  size_t sent = 0;
  int code = curl.easy_send(socket->easy, bytes, *count, &sent);
  *count = sent;
  return code;
}

void curlabi_socket_end_sending(CurlABISocket *socket) { shutdown(socket->socket, SHUT_WR); }

void curlabi_socket_close(CurlABISocket *socket) {
  if (socket->multi == NULL) return;
  curl.multi_remove_handle(socket->multi, socket->easy);
  curl.multi_cleanup(socket->multi);
  socket->multi = NULL;
}

struct work {
  void (*run)(void *);
  void *context;
};

static void *run_work(void *argument) {
  struct work work = *(struct work *)argument;
  free(argument);
  work.run(work.context);
  return NULL;
}

static sigset_t broken_pipe(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  return signals;
}

bool curlabi_thread_block_broken_pipe(void) {
  sigset_t signals = broken_pipe(), previous;
  return pthread_sigmask(SIG_BLOCK, &signals, &previous) == 0 && !sigismember(&previous, SIGPIPE);
}

void curlabi_thread_unblock_broken_pipe(void) {
  sigset_t signals = broken_pipe();
  struct timespec no_time = {0, 0};
  while (sigtimedwait(&signals, NULL, &no_time) < 0 && errno == EINTR) {}
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

bool curlabi_thread_start(void (*run)(void *), void *context) {
  enum { StackSize = 512 << 10 };
  struct work *work = malloc(sizeof *work);
  if (work == NULL) return false;
  *work = (struct work){run, context};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, StackSize);
  // The thread inherits the mask.
  bool is_blocked = curlabi_thread_block_broken_pipe();
  bool is_started = pthread_create(&thread, &attributes, run_work, work) == 0;
  if (is_blocked) curlabi_thread_unblock_broken_pipe();
  pthread_attr_destroy(&attributes);
  if (!is_started) free(work);
  return is_started;
}
