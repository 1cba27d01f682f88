#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "CurlABI.h"
#include "CurlFunctions.h"

// curl/multi.h
enum {
  OptionSocketFunction = 20001,
  OptionSocketData = 10002,
  OptionTimerFunction = 20004,
  OptionTimerData = 10005,
  PollIn = 1,
  PollOut = 2,
  PollRemove = 4,
  SelectIn = 1,
  SelectOut = 2,
  SelectError = 4,
  SocketTimeout = -1,
};

// curl/curl.h
enum {
  OptionOpenSocketFunction = 20163,
  OptionOpenSocketData = 10164,
  OptionCloseSocketFunction = 20208,
  OptionCloseSocketData = 10209,
  OptionNoProgress = 43,
  OptionProgressData = 10057,
  OptionProgressFunction = 20219,
  OptionPreRequestFunction = 20312,
  OptionPreRequestData = 10313,
  InfoHTTPVersion = 0x200000 + 46,
  InfoActiveSocket = 0x500000 + 44,
  InfoRequestSize = 0x200000 + 12,
  InfoLocalPort = 0x200000 + 42,
  InfoPrivate = 0x100000 + 21,
  HTTPVersion1_0 = 1,
  HTTPVersion1_1 = 2,
  BadSocket = -1,
};

// CURLVERSION_NUM of the first version with CURLOPT_PREREQFUNCTION.
#define HAS_PRE_REQUEST 0x075000
// CURLVERSION_NUM of the first tested version in which no unread byte of an idle connection escapes the checks below. In 7.68.0, some do.
#define REUSES_SAFELY 0x074A00

// curl_sockaddr (curl/curl.h).
struct socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

enum { MaximumWatched = 8 };

// The state of a descriptor number. The loop closes the sockets that it opened itself (is_own), so they can stay in epoll between two
// transfers, which saves two calls per transfer. libcurl may close and reuse any other number.
struct socket_state {
  bool is_own;
  bool is_registered;
  // Whether the socket's transfer is paused, in which case nothing may be read from the socket. Content is still sent.
  bool is_held;
  // Whether the socket is in the loop's list of idle HTTP/1 connections.
  bool is_idle;
  // The events that libcurl waits for; 0 if there aren't any.
  unsigned char wanted;
  // The events that epoll waits for.
  unsigned char registered;
  // The transfer that uses the socket; NULL if there isn't any.
  void *easy;
};

struct CurlABILoop {
  void *multi;
  int epoll;
  int wakeup;
  // The error (errno) of the last failure to open a socket; 0 if there wasn't any.
  int open_error;
  // The first error (errno) that left a socket unwatched; 0 if there wasn't any.
  int socket_error;
  struct socket_state *sockets;
  int socket_count;
  // Idle HTTP/1 connections, which must not receive anything, and their local ports.
  struct pollfd *idle;
  long *idle_ports;
  int idle_count;
  int idle_capacity;
  int64_t next_timer;
  bool is_watching;
  int watched_count;
  struct pollfd watched[MaximumWatched];
};

// Reports an error as readable, too. Otherwise, libcurl would treat it as a request that couldn't be sent.
static int action_for(bool is_readable, bool is_writable, bool is_broken) {
  return (is_readable || is_broken ? SelectIn : 0) | (is_writable ? SelectOut : 0) | (is_broken ? SelectError : 0);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Returns the state of a descriptor number; NULL if there isn't enough memory.
static struct socket_state *state_of(struct CurlABILoop *loop, int socket) {
  if (socket < 0) return NULL;
  if (socket >= loop->socket_count) {
    int count = socket + 64;
    struct socket_state *sockets = realloc(loop->sockets, (size_t)count * sizeof *sockets);
    if (sockets == NULL) return NULL;
    memset(sockets + loop->socket_count, 0, (size_t)(count - loop->socket_count) * sizeof *sockets);
    loop->sockets = sockets;
    loop->socket_count = count;
  }
  return &loop->sockets[socket];
}

static void unregister(struct CurlABILoop *loop, int socket) {
  struct socket_state *state = state_of(loop, socket);
  if (state != NULL) {
    if (state->is_own && !state->is_registered) return;
    state->is_registered = false;
  }
  // A closed descriptor has been removed automatically (EBADF), and an unknown descriptor was never added (ENOENT).
  epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, NULL);
}

static void set_interest(struct CurlABILoop *loop, int socket, int what) {
  struct socket_state *state = state_of(loop, socket);
  bool is_own = state != NULL && state->is_own;
  if (state != NULL) state->wanted = what == PollRemove ? 0 : (unsigned char)what;
  if (what == PollRemove || what == 0) {
    if (!is_own) unregister(loop, socket);
    return;
  }
  // Content is still sent while a response is paused.
  if (state != NULL && state->is_held && (what &= PollOut) == 0) {
    unregister(loop, socket);
    return;
  }
  if (is_own && state->is_registered && state->registered == what) return;
  struct epoll_event event = {
    .events = (what & PollIn ? EPOLLIN : 0) | (what & PollOut ? EPOLLOUT : 0),
    .data.fd = socket,
  };
  // The right call depends on the earlier events, and on whether the number now belongs to a new socket.
  if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, socket, &event) == 0 ||
      (errno == EEXIST && epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event) == 0)) {
    if (state != NULL) {
      state->is_registered = true;
      state->registered = (unsigned char)what;
    }
    return;
  }
  if (loop->socket_error == 0) loop->socket_error = errno;
}

static void forget_idle(struct CurlABILoop *loop, int socket) {
  struct socket_state *state = state_of(loop, socket);
  if (state == NULL || !state->is_idle) return;
  state->is_idle = false;
  for (int index = 0; index < loop->idle_count; index++) {
    if (loop->idle[index].fd != socket) continue;
    loop->idle[index] = loop->idle[--loop->idle_count];
    loop->idle_ports[index] = loop->idle_ports[loop->idle_count];
    return;
  }
}

static bool make_room_for_idle(struct CurlABILoop *loop) {
  if (loop->idle_count < loop->idle_capacity) return true;
  int capacity = 2 * loop->idle_capacity + 16;
  struct pollfd *idle = realloc(loop->idle, (size_t)capacity * sizeof *idle);
  if (idle == NULL) return false;
  loop->idle = idle;
  long *ports = realloc(loop->idle_ports, (size_t)capacity * sizeof *ports);
  if (ports == NULL) return false;
  loop->idle_ports = ports;
  loop->idle_capacity = capacity;
  return true;
}

static void remember_idle(struct CurlABILoop *loop, void *easy, int socket) {
  struct socket_state *state = state_of(loop, socket);
  if (state == NULL || !state->is_own || state->is_idle) return;
  if (!make_room_for_idle(loop)) {
    // A connection that can't be checked must not be reused.
    shutdown(socket, SHUT_RDWR);
    return;
  }
  long port = 0;
  curl.easy_getinfo(easy, InfoLocalPort, &port);
  loop->idle_ports[loop->idle_count] = port;
  loop->idle[loop->idle_count++] = (struct pollfd){.fd = socket, .events = POLLIN};
  state->is_idle = true;
}

// Returns whether a transfer has returned its HTTP/1 connection to libcurl's pool. A paused transfer temporarily gives up its socket but
// keeps its connection. An idle HTTP/2 connection may receive frames at any time, and its responses can't be confused.
static bool has_returned(void *easy, int socket) {
  int active = BadSocket;
  long version = 0;
  curl.easy_getinfo(easy, InfoActiveSocket, &active);
  if (active != socket) return false;
  curl.easy_getinfo(easy, InfoHTTPVersion, &version);
  return version == HTTPVersion1_0 || version == HTTPVersion1_1;
}

// Shuts down idle connections that have received bytes, because those bytes would become the response to the next request. libcurl then
// finds these connections closed and uses another connection.
static void end_unclean(struct CurlABILoop *loop) {
  if (loop->idle_count == 0 || poll(loop->idle, (nfds_t)loop->idle_count, 0) <= 0) return;
  for (int index = loop->idle_count - 1; index >= 0; index--) {
    int socket = loop->idle[index].fd;
    if (loop->idle[index].revents == 0) continue;
    shutdown(socket, SHUT_RDWR);
    // Bytes in the queue could still be read; later bytes reset the connection.
    char discarded[4096];
    while (recv(socket, discarded, sizeof discarded, MSG_DONTWAIT) > 0) {}
    forget_idle(loop, socket);
  }
}

// Does the same, but checks only the idle connections with this local port if there are any. With many connections, checking all of them
// for each request would take longer than the request itself.
static void end_unclean_at(struct CurlABILoop *loop, int port) {
  int found = -1;
  for (int index = 0; index < loop->idle_count; index++) {
    if (loop->idle_ports[index] != port) continue;
    // Another connection from a different address may have the same port.
    if (found >= 0) return end_unclean(loop);
    found = index;
  }
  if (port <= 0 || found < 0) return end_unclean(loop);
  if (poll(&loop->idle[found], 1, 0) > 0) end_unclean(loop);
}

static int will_send(void *context, char *remote, char *local, int remote_port, int local_port) {
  (void)remote, (void)local, (void)remote_port;
  end_unclean_at(context, local_port);
  return 0;
}

static int made_progress(void *easy, int64_t a, int64_t b, int64_t c, int64_t d) {
  (void)a, (void)b, (void)c, (void)d;
  long sent = 0;
  struct CurlABILoop *loop = NULL;
  curl.easy_getinfo(easy, InfoRequestSize, &sent);
  curl.easy_getinfo(easy, InfoPrivate, &loop);
  // Once the request is sent, the response may arrive before libcurl reports the connection as in use.
  if (sent == 0 && loop != NULL) end_unclean(loop);
  return 0;
}

static int open_socket(void *context, int purpose, struct socket_address *address) {
  (void)purpose;
  struct CurlABILoop *loop = context;
  // Child processes don't need the socket and would keep the connection open.
  int descriptor = socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
  if (descriptor < 0) {
    loop->open_error = errno;
    return BadSocket;
  }
  struct socket_state *state = state_of(loop, descriptor);
  if (state != NULL) *state = (struct socket_state){.is_own = true};
  return descriptor;
}

static int close_socket(void *context, int descriptor) {
  struct CurlABILoop *loop = context;
  unregister(loop, descriptor);
  forget_idle(loop, descriptor);
  struct socket_state *state = state_of(loop, descriptor);
  if (state != NULL) *state = (struct socket_state){0};
  return close(descriptor);
}

void curlabi_loop_attach(CurlABILoop *loop, CurlABIEasy *easy) {
  curl.easy_setopt(easy, OptionOpenSocketFunction, open_socket);
  curl.easy_setopt(easy, OptionOpenSocketData, loop);
  curl.easy_setopt(easy, OptionCloseSocketFunction, close_socket);
  curl.easy_setopt(easy, OptionCloseSocketData, loop);
  // Not all versions close an idle connection with unread bytes instead of using it.
  if (curlabi_version_number() < REUSES_SAFELY) {
    curl.easy_setopt(easy, CurlABIOptionForbidReuse, 1L);
    return;
  }
  // Both callbacks are called when a connection has been chosen and nothing has been sent yet. The older one is also called at other times.
  if (curlabi_version_number() >= HAS_PRE_REQUEST) {
    curl.easy_setopt(easy, OptionPreRequestFunction, will_send);
    curl.easy_setopt(easy, OptionPreRequestData, loop);
  } else {
    curl.easy_setopt(easy, OptionProgressFunction, made_progress);
    curl.easy_setopt(easy, OptionProgressData, easy);
    curl.easy_setopt(easy, CurlABIOptionPrivate, loop);
    curl.easy_setopt(easy, OptionNoProgress, 0L);
  }
}

void curlabi_loop_end_if_unread(CurlABILoop *loop, CurlABIEasy *easy) {
  if (!curl_has_unread_bytes(easy)) return;
  for (int socket = 0; socket < loop->socket_count; socket++) {
    if (loop->sockets[socket].is_own && loop->sockets[socket].easy == easy) shutdown(socket, SHUT_RDWR);
  }
}

static int watched_index(struct CurlABILoop *loop, int socket) {
  for (int index = 0; index < loop->watched_count; index++) {
    if (loop->watched[index].fd == socket) return index;
  }
  return -1;
}

void curlabi_loop_hold(CurlABILoop *loop, CurlABIEasy *easy, bool is_held) {
  for (int socket = 0; socket < loop->socket_count; socket++) {
    struct socket_state *state = &loop->sockets[socket];
    if (!state->is_own || state->easy != easy || state->is_held == is_held) continue;
    state->is_held = is_held;
    if (state->wanted != 0 && watched_index(loop, socket) < 0) set_interest(loop, socket, state->wanted);
  }
}

static int socket_changed(void *easy, int socket, int what, void *context, void *socket_context) {
  (void)socket_context;
  struct CurlABILoop *loop = context;
  struct socket_state *state = state_of(loop, socket);
  if (state != NULL) {
    if (state->easy != easy) state->is_held = false;
    // The next handle may have the same address. A paused transfer gets its socket back.
    state->easy = what == PollRemove && !state->is_held ? NULL : easy;
  }
  if (what != PollRemove) {
    forget_idle(loop, socket);
  } else if (has_returned(easy, socket)) {
    remember_idle(loop, easy, socket);
  }
  int index = watched_index(loop, socket);
  if (index >= 0) {
    if (what == PollRemove) {
      loop->watched[index] = loop->watched[--loop->watched_count];
    } else {
      loop->watched[index].events = (what & PollIn ? POLLIN : 0) | (what & PollOut ? POLLOUT : 0);
    }
    return 0;
  }
  if (loop->is_watching && loop->watched_count < MaximumWatched && what != PollRemove) {
    struct pollfd watched = {
      .fd = socket,
      .events = (what & PollIn ? POLLIN : 0) | (what & PollOut ? POLLOUT : 0),
    };
    // The sleeping thread may already be waiting for the socket.
    unregister(loop, socket);
    loop->watched[loop->watched_count++] = watched;
    return 0;
  }
  set_interest(loop, socket, what);
  return 0;
}

static int timer_changed(void *multi, long milliseconds, void *context) {
  (void)multi;
  struct CurlABILoop *loop = context;
  loop->next_timer = milliseconds < 0 ? INT64_MAX : now() + (int64_t)milliseconds * 1000000;
  return 0;
}

CurlABILoop *curlabi_loop_make(CurlABIMulti *multi) {
  struct CurlABILoop *loop = calloc(1, sizeof *loop);
  if (loop == NULL) return NULL;
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  loop->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = loop->wakeup};
  if (loop->epoll < 0 || loop->wakeup < 0 || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wakeup, &event) != 0) {
    curlabi_loop_free(loop);
    return NULL;
  }
  curlabi_loop_use(loop, multi);
  return loop;
}

void curlabi_loop_use(CurlABILoop *loop, CurlABIMulti *multi) {
  loop->multi = multi;
  loop->next_timer = INT64_MAX;
  curl.multi_setopt(multi, OptionSocketFunction, socket_changed);
  curl.multi_setopt(multi, OptionSocketData, loop);
  curl.multi_setopt(multi, OptionTimerFunction, timer_changed);
  curl.multi_setopt(multi, OptionTimerData, loop);
}

void curlabi_loop_free(CurlABILoop *loop) {
  if (loop->epoll >= 0) close(loop->epoll);
  if (loop->wakeup >= 0) close(loop->wakeup);
  free(loop->idle);
  free(loop->idle_ports);
  free(loop->sockets);
  free(loop);
}

int curlabi_loop_wait(CurlABILoop *loop, int milliseconds, CurlABIEvents *events) {
  struct epoll_event ready[CurlABIMaximumEvents];
  events->count = 0;
  int count = epoll_wait(loop->epoll, ready, CurlABIMaximumEvents, milliseconds);
  // A signal handler ran; callers check again anyway.
  if (count < 0) return errno == EINTR ? 0 : errno;
  for (int index = 0; index < count; index++) {
    if (ready[index].data.fd == loop->wakeup) {
      uint64_t value;
      // This call only resets the counter, which carries no other information.
      ssize_t ignored = read(loop->wakeup, &value, sizeof value);
      (void)ignored;
      continue;
    }
    uint32_t flags = ready[index].events;
    events->sockets[events->count] = ready[index].data.fd;
    events->actions[events->count++] = action_for(flags & EPOLLIN, flags & EPOLLOUT, flags & (EPOLLERR | EPOLLHUP));
  }
  return 0;
}

int curlabi_loop_take_socket_error(CurlABILoop *loop) {
  int error = loop->socket_error;
  loop->socket_error = 0;
  return error;
}

int curlabi_loop_take_open_error(CurlABILoop *loop) {
  int error = loop->open_error;
  loop->open_error = 0;
  return error;
}

void curlabi_loop_wake(CurlABILoop *loop) {
  uint64_t one = 1;
  // A full counter (EAGAIN) also wakes the thread. The call never blocks, so no signal can interrupt it.
  ssize_t ignored = write(loop->wakeup, &one, sizeof one);
  (void)ignored;
}

bool curlabi_loop_act(CurlABILoop *loop, const CurlABIEvents *events) {
  int running = 0;
  bool is_sound = true;
  for (int index = 0; index < events->count; index++) {
    int socket = events->sockets[index];
    struct socket_state *state = state_of(loop, socket);
    int action = events->actions[index];
    if (state != NULL && state->is_held) action &= SelectOut;
    if (state != NULL && state->is_own && (state->wanted == 0 || action == 0)) {
      // The connection is paused, or it is idle and has ended, which libcurl notices on its next use.
      unregister(loop, socket);
      continue;
    }
    // CURLM_BAD_SOCKET (5) means that an earlier action in this round closed the socket.
    int code = curl.multi_socket_action(loop->multi, socket, action, &running);
    if (code != 0 && code != 5) is_sound = false;
  }
  return is_sound;
}

void curlabi_loop_run_timers(CurlABILoop *loop) {
  int running = 0;
  // Work that is due may create more work that is due. libcurl gets a limited number of turns, so that sockets get their turn, too.
  for (int turn = 0; turn < 16 && loop->next_timer != INT64_MAX && loop->next_timer <= now(); turn++) {
    loop->next_timer = INT64_MAX;
    curl.multi_socket_action(loop->multi, SocketTimeout, 0, &running);
  }
}

int64_t curlabi_loop_next_timer(const CurlABILoop *loop) { return loop->next_timer; }

void curlabi_loop_begin_watch(CurlABILoop *loop) { loop->is_watching = true; }

void curlabi_loop_end_watch(CurlABILoop *loop) {
  loop->is_watching = false;
  for (int index = 0; index < loop->watched_count; index++) {
    short events = loop->watched[index].events;
    set_interest(loop, loop->watched[index].fd, (events & POLLIN ? PollIn : 0) | (events & POLLOUT ? PollOut : 0));
  }
  loop->watched_count = 0;
}

bool curlabi_loop_watch(CurlABILoop *loop, int microseconds) {
  if (loop->watched_count == 0) return false;
  struct timespec limit = {.tv_sec = 0, .tv_nsec = (long)microseconds * 1000};
  struct pollfd ready[MaximumWatched];
  int total = loop->watched_count;
  for (int index = 0; index < total; index++) {
    ready[index] = loop->watched[index];
    struct socket_state *state = state_of(loop, ready[index].fd);
    if (state == NULL || !state->is_held) continue;
    ready[index].events &= POLLOUT;
    // poll ignores negative numbers.
    if (ready[index].events == 0) ready[index].fd = -1;
  }
  // An error has the same effect as a timeout: the sleeping thread gets the sockets, and its errors are checked.
  if (ppoll(ready, total, &limit, NULL) <= 0) return false;
  int running = 0;
  for (int index = 0; index < total; index++) {
    short flags = ready[index].revents;
    if (flags == 0) continue;
    int action = action_for(flags & POLLIN, flags & POLLOUT, flags & (POLLERR | POLLHUP | POLLNVAL));
    struct socket_state *state = state_of(loop, ready[index].fd);
    if (state != NULL && state->is_held && (action &= SelectOut) == 0) continue;
    curl.multi_socket_action(loop->multi, ready[index].fd, action, &running);
  }
  return true;
}
