#include "TerminalOutput.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned grace_seconds = 2;

static _Atomic int wake_descriptor = -1;
static _Atomic int ending = 0;
static _Atomic bool has_failed = false;

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int notice_signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
enum { FatalCount = 6, EndingCount = 4, NoticeCount = 3 };

static struct sigaction previous[NSIG];
static bool is_replaced[NSIG];

// Handlers need their own stack, because a stack overflow is one of the fatal events.
enum { SpareStackSize = 64 * 1024 };
static pthread_key_t spare_stack_key;
static pthread_once_t spare_stack_once = PTHREAD_ONCE_INIT;
static bool has_spare_stack_key = false;

static void set_default(int signal) {
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(signal, &standard, NULL);
}

static void end_process(int signal) {
  terminal_signals_die(signal);
  // The first process in a container survives the default action.
  _exit(128 + signal);
}

static void call_previous(int signal, siginfo_t *info, void *context) {
  const struct sigaction *action = &previous[signal];
  if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(signal, info, context);
  } else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) {
    action->sa_handler(signal);
  }
}

static void handle_fatal(int signal, siginfo_t *info, void *context) {
  bool is_from_outside = info->si_code == SI_USER && info->si_pid != getpid();
  if (is_from_outside && previous[signal].sa_handler == SIG_IGN) return;
  terminal_output_give_back();
  sigset_t fatal;
  sigemptyset(&fatal);
  for (int index = 0; index < FatalCount; index++) {
    set_default(fatal_signals[index]);
    sigaddset(&fatal, fatal_signals[index]);
  }
  pthread_sigmask(SIG_UNBLOCK, &fatal, NULL);
  // The previous handler may return, as the handler for Swift's backtraces does. The signal may not occur again, so
  // end the process here.
  if (!atomic_exchange(&has_failed, true)) call_previous(signal, info, context);
  end_process(signal);
}

static void handle_ending(int signal) {
  int saved_errno = errno;
  int expected = 0;
  uint8_t byte = (uint8_t)signal;
  if (atomic_compare_exchange_strong(&ending, &expected, signal) &&
      write(atomic_load(&wake_descriptor), &byte, 1) == 1) {
    alarm(grace_seconds);
    errno = saved_errno;
    return;
  }
  terminal_output_give_back();
  end_process(signal);
}

static void handle_alarm(int signal, siginfo_t *info, void *context) {
  int reason = atomic_load(&ending);
  if (reason == 0 && previous[signal].sa_handler != SIG_DFL) {
    call_previous(signal, info, context);
    return;
  }
  terminal_output_give_back();
  end_process(reason == 0 ? signal : reason);
}

// Handles a signal whose default action would end the process.
static void handle_other(int signal) {
  terminal_output_give_back();
  end_process(signal);
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

// Returns whether a signal's default action is to ignore it, or to stop or continue the process.
static bool is_harmless(int signal) {
  switch (signal) {
    case SIGCHLD:
    case SIGCONT:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGURG:
    case SIGWINCH:
#ifdef SIGINFO
    case SIGINFO:
#endif
      return true;
    default:
      return false;
  }
}

// Replaces the default action of all other fatal signals, such as SIGUSR1, SIGPIPE and the real-time signals.
static void replace_others(struct sigaction *action) {
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction current;
    if (is_harmless(signal) || sigaction(signal, NULL, &current) != 0 || current.sa_handler != SIG_DFL) continue;
    replace(signal, action, true);
  }
}

// These handlers stay installed. Without a terminal, they restore nothing but still end the process.
static void cover_fatal_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_sigaction = handle_fatal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int index = 0; index < FatalCount; index++) {
    int signal = fatal_signals[index];
    struct sigaction current;
    if (sigaction(signal, NULL, &current) != 0 || current.sa_sigaction == handle_fatal) continue;
    previous[signal] = current;
    sigaction(signal, &action, NULL);
  }
}

void terminal_signals_cover_process(void) {
  struct sigaction current;
  cover_fatal_signals();
  if (sigaction(SIGQUIT, NULL, &current) == 0 && current.sa_handler != SIG_IGN) set_default(SIGQUIT);
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
  int code = terminal_output_open(input, output);
  if (code != 0) return code;
  atomic_store(&ending, 0);
  atomic_store(&wake_descriptor, wake);

  terminal_signals_cover_thread();
  cover_fatal_signals();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  // Handlers don't interrupt each other, so the terminal is restored only once.
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  action.sa_handler = handle_ending;
  for (int index = 0; index < EndingCount; index++) replace(ending_signals[index], &action, true);
  action.sa_handler = handle_notice;
  for (int index = 0; index < NoticeCount; index++) replace(notice_signals[index], &action, true);
  struct sigaction alarm_action = action;
  alarm_action.sa_sigaction = handle_alarm;
  alarm_action.sa_flags |= SA_SIGINFO;
  replace(SIGALRM, &alarm_action, false);
  action.sa_handler = handle_other;
  replace_others(&action);
  return 0;
}

void terminal_signals_set_grace(unsigned seconds) { grace_seconds = seconds; }

void terminal_signals_remove(void) {
  if (atomic_load(&wake_descriptor) < 0) return;
  for (int signal = 1; signal < NSIG; signal++) {
    if (is_replaced[signal]) sigaction(signal, &previous[signal], NULL);
    is_replaced[signal] = false;
  }
  if (atomic_load(&ending) != 0) alarm(0);
  atomic_store(&wake_descriptor, -1);
  terminal_output_close();
}

void terminal_signals_stop(void) {
  struct sigaction before;
  sigaction(SIGTSTP, NULL, &before);
  set_default(SIGTSTP);
  // Raise the signal on this thread, so that the process has stopped before the next line. Dispatch's threads block
  // signals.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &before, NULL);
}

void terminal_signals_die(int signal) {
  set_default(signal);
  raise(signal);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, signal);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}
