#include "TerminalOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The time to wait for a full terminal to accept output before its buffer is discarded, and again afterward.
enum { PatienceMilliseconds = 200 };

// The maximum time that an ending process waits for another thread to release the turn.
enum { TurnMilliseconds = 1000 };

static int input_descriptor = -1;
static int output_descriptor = -1;
// A blocked write to standard output blocks all other writes to the terminal. Making that descriptor non-blocking
// would affect other processes, so output uses a separate descriptor.
static int own_descriptor = -1;
static struct termios saved_settings;
static _Atomic bool raw = false;

// The turn is a lock. Its owner may write and change the variables below, and no handler runs on the owner's thread.
static _Atomic bool is_taken = false;
static uint8_t restoration[TerminalSignalsMaximumRestoration];
static size_t restoration_count = 0;
static size_t restoration_written = 0;

static long now_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000L + time.tv_nsec / 1000000L;
}

static bool try_turn(void) { return !atomic_exchange(&is_taken, true); }

// Waits for the turn with the original signal mask, and blocks signals while this thread has the turn.
static void take_turn(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  // SIGTTOU stays unblocked, because users can have background processes stopped when they write.
  sigdelset(&all, SIGTTOU);
  while (true) {
    pthread_sigmask(SIG_BLOCK, &all, before);
    if (try_turn()) return;
    pthread_sigmask(SIG_SETMASK, before, NULL);
    poll(NULL, 0, 10);
  }
}

static void end_turn(const sigset_t *before) {
  atomic_store(&is_taken, false);
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

static int write_descriptor(void) { return own_descriptor >= 0 ? own_descriptor : output_descriptor; }

// Writes without blocking; fails with EAGAIN instead.
static ssize_t write_some(const uint8_t *bytes, size_t count) {
  if (own_descriptor >= 0) return write(own_descriptor, bytes, count);
  // POLLOUT guarantees room for one byte.
  struct pollfd room = {.fd = output_descriptor, .events = POLLOUT};
  if (poll(&room, 1, 0) > 0) return write(output_descriptor, bytes, 1);
  errno = EAGAIN;
  return -1;
}

static int open_own(int output) {
  char path[256];
  int flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  int own = ttyname_r(output, path, sizeof path) == 0 ? open(path, flags) : -1;
  // The terminal's file may belong to another user (su). The controlling terminal can always be opened.
  if (own < 0 && tcgetpgrp(output) >= 0) own = open("/dev/tty", flags);
  return own;
}

int terminal_output_open(int input, int output) {
  if (tcgetattr(input, &saved_settings) != 0) return errno;
  sigset_t before;
  take_turn(&before);
  input_descriptor = input;
  output_descriptor = output;
  own_descriptor = open_own(output);
  restoration_count = restoration_written = 0;
  atomic_store(&raw, false);
  end_turn(&before);
  return 0;
}

void terminal_output_close(void) {
  sigset_t before;
  take_turn(&before);
  if (own_descriptor >= 0) close(own_descriptor);
  own_descriptor = output_descriptor = input_descriptor = -1;
  restoration_count = restoration_written = 0;
  atomic_store(&raw, false);
  end_turn(&before);
}

const struct termios *terminal_signals_saved_settings(void) { return &saved_settings; }

void terminal_signals_set_raw(bool is_raw) { atomic_store(&raw, is_raw); }

void terminal_signals_set_restoration(const uint8_t *bytes, size_t count) {
  if (count > TerminalSignalsMaximumRestoration) abort();
  sigset_t before;
  take_turn(&before);
  memcpy(restoration, bytes, count);
  restoration_count = count;
  restoration_written = 0;
  end_turn(&before);
}

// Handles a failed write: returns 0 to retry, or the error. Waits while the terminal is full.
static int retry_after(int code) {
  if (code == EAGAIN) poll(&(struct pollfd){.fd = write_descriptor(), .events = POLLOUT}, 1, -1);
  return code == EAGAIN || code == EINTR ? 0 : code;
}

int terminal_signals_write(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    sigset_t before;
    take_turn(&before);
    ssize_t written = write_some(bytes, count);
    int code = written < 0 ? errno : 0;
    end_turn(&before);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
    if ((code = retry_after(code)) != 0) return code;
  }
  return 0;
}

// Writes a part of the remaining restoration. Returns 0 or errno. The caller must hold the turn.
static int restore_some(void) {
  ssize_t written = write_some(restoration + restoration_written, restoration_count - restoration_written);
  if (written > 0) restoration_written += (size_t)written;
  return written < 0 ? errno : 0;
}

int terminal_signals_restore(void) {
  while (true) {
    sigset_t before;
    take_turn(&before);
    bool is_done = restoration_written == restoration_count;
    int code = is_done ? 0 : restore_some();
    end_turn(&before);
    if (is_done || (code = retry_after(code)) != 0) return code;
  }
}

// Waits until the terminal has room or the deadline passes. Returns whether there is room.
static bool has_room_before(long deadline) {
  long left = deadline - now_milliseconds();
  struct pollfd room = {.fd = write_descriptor(), .events = POLLOUT};
  return left > 0 && poll(&room, 1, (int)left) > 0;
}

void terminal_output_give_back(void) {
  int saved_errno = errno;
  long deadline = now_milliseconds() + TurnMilliseconds;
  while (!try_turn()) {
    // Another signal handler is restoring the terminal or has done so.
    if (now_milliseconds() >= deadline) return;
    poll(NULL, 0, 1);
  }
  // Keep the turn, so that nothing is written after the restoration.
  bool is_emptied = false;
  deadline = now_milliseconds() + PatienceMilliseconds;
  while (restoration_written < restoration_count) {
    int code = restore_some();
    if (code == 0 || code == EINTR || (code == EAGAIN && has_room_before(deadline))) continue;
    if (code != EAGAIN || is_emptied) break;
    // The terminal is blocked. Its buffer contains partial frames, which are less important than the restoration.
    is_emptied = true;
    tcflow(write_descriptor(), TCOON);
    tcflush(write_descriptor(), TCOFLUSH);
    restoration_written = 0;
    deadline = now_milliseconds() + PatienceMilliseconds;
  }
  if (atomic_load(&raw)) tcsetattr(input_descriptor, TCSANOW, &saved_settings);
  errno = saved_errno;
}
