#include "TerminalSignals.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// A program that hangs while it is told to end gets so many seconds.
enum { GraceSeconds = 2 };

// How long the terminal may refuse to take bytes while the process ends, in milliseconds.
enum { PatienceMilliseconds = 200 };

static int input_descriptor = -1;
static int output_descriptor = -1;
static _Atomic int wake_descriptor = -1;
static struct termios saved_settings;

// The bytes are written to the half that is not published, so that a handler always sees a whole one.
static struct {
  size_t count;
  uint8_t bytes[TerminalSignalsMaximumRestoration];
} restorations[2];
static _Atomic int published = 0;
static _Atomic bool raw = false;
static _Atomic bool outside = false;
static _Atomic int ending = 0;

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int notice_signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
enum { FatalCount = 6, EndingCount = 4, NoticeCount = 3 };

static struct sigaction previous[NSIG];
static bool is_replaced[NSIG];

// Handlers need a stack of their own, because the overflow of a thread's stack is a reason to end, too.
enum { SpareStackSize = 64 * 1024 };
static pthread_key_t spare_stack_key;
static pthread_once_t spare_stack_once = PTHREAD_ONCE_INIT;
static bool has_spare_stack_key = false;

static void restore(void) {
  int saved_errno = errno;
  int half = atomic_load(&published);
  const uint8_t *next = restorations[half].bytes;
  size_t left = restorations[half].count;
  while (left > 0) {
    ssize_t written = write(output_descriptor, next, left);
    if (written > 0) {
      next += written;
      left -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd wait = {.fd = output_descriptor, .events = POLLOUT};
      if (poll(&wait, 1, PatienceMilliseconds) <= 0) break;
    } else if (written == 0 || errno != EINTR) {
      break;
    }
  }
  if (atomic_load(&raw)) {
    // A process in the background would be stopped for touching the terminal.
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    tcsetattr(input_descriptor, TCSANOW, &saved_settings);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  errno = saved_errno;
}

static void reset_and_raise(int signal, bool to_previous) {
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(signal, to_previous ? &previous[signal] : &standard, NULL);
  raise(signal);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, signal);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}

static void handle_fatal(int signal, siginfo_t *info, void *context) {
  (void)context;
  restore();
  if (info != NULL && info->si_code > 0 && signal != SIGABRT) {
    // The processor's own: the same instruction is run again, and meets the handler that was there before.
    sigaction(signal, &previous[signal], NULL);
    return;
  }
  reset_and_raise(signal, true);
}

static void handle_ending(int signal) {
  if (atomic_load(&outside) && (signal == SIGINT || signal == SIGQUIT)) return;
  int saved_errno = errno;
  int expected = 0;
  uint8_t byte = (uint8_t)signal;
  if (atomic_compare_exchange_strong(&ending, &expected, signal) &&
      write(atomic_load(&wake_descriptor), &byte, 1) == 1) {
    alarm(GraceSeconds);
    errno = saved_errno;
    return;
  }
  restore();
  reset_and_raise(signal, false);
}

static void handle_alarm(int signal) {
  (void)signal;
  int reason = atomic_load(&ending);
  if (reason == 0) return;
  restore();
  reset_and_raise(reason, false);
}

static void handle_notice(int signal) {
  int saved_errno = errno;
  uint8_t byte = (uint8_t)signal;
  ssize_t written = write(atomic_load(&wake_descriptor), &byte, 1);
  (void)written;
  errno = saved_errno;
}

static void replace(int signal, struct sigaction *action, bool keeps_ignored) {
  if (sigaction(signal, NULL, &previous[signal]) != 0) return;
  if (keeps_ignored && previous[signal].sa_handler == SIG_IGN) return;
  is_replaced[signal] = sigaction(signal, action, NULL) == 0;
}

static void free_spare_stack(void *memory) {
  stack_t none = {.ss_sp = NULL, .ss_size = SpareStackSize, .ss_flags = SS_DISABLE};
  if (sigaltstack(&none, NULL) == 0) free(memory);
}

static void make_spare_stack_key(void) {
  has_spare_stack_key = pthread_key_create(&spare_stack_key, free_spare_stack) == 0;
}

void terminal_signals_cover_thread(void) {
  pthread_once(&spare_stack_once, make_spare_stack_key);
  if (!has_spare_stack_key || pthread_getspecific(spare_stack_key) != NULL) return;
  stack_t current;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(SpareStackSize);
  if (memory == NULL) return;
  stack_t spare = {.ss_sp = memory, .ss_size = SpareStackSize, .ss_flags = 0};
  if (pthread_setspecific(spare_stack_key, memory) != 0 || sigaltstack(&spare, NULL) != 0) {
    pthread_setspecific(spare_stack_key, NULL);
    free(memory);
  }
}

int terminal_signals_install(int input, int output, int wake) {
  if (atomic_load(&wake_descriptor) >= 0) return EBUSY;
  if (tcgetattr(input, &saved_settings) != 0) return errno;
  input_descriptor = input;
  output_descriptor = output;
  atomic_store(&raw, false);
  atomic_store(&outside, false);
  atomic_store(&ending, 0);
  restorations[0].count = 0;
  restorations[1].count = 0;
  atomic_store(&wake_descriptor, wake);

  terminal_signals_cover_thread();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = handle_fatal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int index = 0; index < FatalCount; index++) replace(fatal_signals[index], &action, false);
  action.sa_handler = handle_ending;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  for (int index = 0; index < EndingCount; index++) replace(ending_signals[index], &action, true);
  action.sa_handler = handle_alarm;
  replace(SIGALRM, &action, false);
  action.sa_handler = handle_notice;
  for (int index = 0; index < NoticeCount; index++) replace(notice_signals[index], &action, true);
  return 0;
}

void terminal_signals_remove(void) {
  if (atomic_load(&wake_descriptor) < 0) return;
  for (int signal = 1; signal < NSIG; signal++) {
    if (is_replaced[signal]) sigaction(signal, &previous[signal], NULL);
    is_replaced[signal] = false;
  }
  if (atomic_load(&ending) != 0) alarm(0);
  atomic_store(&wake_descriptor, -1);
}

void terminal_signals_set_restoration(const uint8_t *bytes, size_t count) {
  int half = 1 - atomic_load(&published);
  if (count > TerminalSignalsMaximumRestoration) abort();
  memcpy(restorations[half].bytes, bytes, count);
  restorations[half].count = count;
  atomic_store(&published, half);
}

void terminal_signals_set_raw(bool is_raw) { atomic_store(&raw, is_raw); }

void terminal_signals_set_outside(bool is_outside) {
  if (atomic_exchange(&outside, is_outside) == is_outside || !is_replaced[SIGTSTP]) return;
  // The key that stops the program outside stops this one, too, so that the shell gets the terminal.
  static struct sigaction notice;
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  if (is_outside) {
    sigaction(SIGTSTP, &standard, &notice);
  } else {
    sigaction(SIGTSTP, &notice, NULL);
  }
}

int terminal_signals_run(char *const arguments[], char *const environment[], int *status) {
  posix_spawnattr_t attributes;
  sigset_t all, none;
  pid_t process = -1;
  sigfillset(&all);
  sigemptyset(&none);
  int code = posix_spawnattr_init(&attributes);
  if (code != 0) return code;
  // The threads of Dispatch block all signals, and programs start with what is blocked where they are started.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  code = posix_spawnp(&process, arguments[0], NULL, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  if (code != 0) return code;
  while (waitpid(process, status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  *status = WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
  return 0;
}

const struct termios *terminal_signals_saved_settings(void) { return &saved_settings; }

void terminal_signals_stop(void) {
  struct sigaction standard, before;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &before);
  // To this thread, so that the process has stopped before the next line, whichever threads there are; those of Dispatch
  // do not take signals by themselves.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &before, NULL);
}

void terminal_signals_die(int signal) { reset_and_raise(signal, false); }
