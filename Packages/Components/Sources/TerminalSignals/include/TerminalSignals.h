// Restores a terminal whenever the process ends in a way that can be caught, with async-signal-safe functions only.
//
// A process has one terminal. These functions must not be called concurrently. The handlers run on any thread.

#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// The maximum size of the restoration, in bytes.
enum { TerminalSignalsMaximumRestoration = 1024 };

// Stores the settings of the terminal behind `input`, and installs handlers for fatal and terminal-related signals.
// SIGINT, SIGTERM, SIGHUP, SIGQUIT and the terminal-related signals are written to `wake` as one byte each. All other
// fatal signals end the process immediately. Returns 0 or errno.
//
// Signals ignored at the start of the process (nohup) stay ignored. Other existing handlers stay installed, except
// those for fatal errors and for the signals written to `wake`.
int terminal_signals_install(int input, int output, int wake);

// Makes fatal signals end the process even when another process sends them and Swift's backtrace handler returns. Also
// makes SIGQUIT end the process without a backtrace. The process doesn't need a terminal.
void terminal_signals_cover_process(void);

// Gives the calling thread a spare stack, so that handlers work even after a stack overflow. Has no effect on a thread
// with a spare stack, and costs almost nothing when repeated.
void terminal_signals_cover_thread(void);

// Sets the time that the process has to exit after SIGINT, SIGTERM, SIGHUP or SIGQUIT: 2 seconds by default. Call it
// before terminal_signals_install.
void terminal_signals_set_grace(unsigned seconds);

// Undoes terminal_signals_install, except for the handlers for fatal signals, which call the previous handlers. Doesn't
// change the terminal's settings.
void terminal_signals_remove(void);

// Writes all bytes, waiting while the terminal accepts none. Returns 0 or errno. Doesn't return once the process is
// ending because of a signal.
int terminal_signals_write(const uint8_t *bytes, size_t count);

// Sets the bytes to write when a signal ends the process: at most TerminalSignalsMaximumRestoration bytes.
void terminal_signals_set_restoration(const uint8_t *bytes, size_t count);

// Writes the bytes from terminal_signals_set_restoration unless they have been written. A signal during the call writes
// only the rest. Returns 0 or errno.
int terminal_signals_restore(void);

// Sets whether the terminal's settings must be restored, too.
void terminal_signals_set_raw(bool is_raw);

// The terminal's settings before terminal_signals_install.
const struct termios *terminal_signals_saved_settings(void);

// Stops the process like Ctrl-Z, and returns when it continues. An orphaned process group continues immediately
// (POSIX).
void terminal_signals_stop(void);

// Ends the process with a signal, so its parent process sees the actual reason.
void terminal_signals_die(int signal);

#endif
