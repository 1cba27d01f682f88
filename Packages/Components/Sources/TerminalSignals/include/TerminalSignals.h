// Gives a terminal back on every end of the process that can be caught, with nothing but async-signal-safe functions.
//
// There is one terminal for a process. No two functions are called at the same time; the handlers run on any thread.

#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// The most bytes that giving back may take.
enum { TerminalSignalsMaximumRestoration = 1024 };

// Remembers the settings of the terminal behind `input`, and installs handlers for every signal that ends a process, and for
// those about the terminal. Signals that end the process in an orderly way, and those about the terminal, are written to
// `wake` as one byte each; the others end the process at once. Returns errno, or 0.
//
// Signals that were ignored when the process started (nohup) stay ignored, and handlers for other than the fatal and the
// orderly ones stay installed.
int terminal_signals_install(int input, int output, int wake);

// Makes fatal signals end the process, also if another process sends them and the Swift runtime's handler for backtraces
// returns, and makes SIGQUIT end it without a backtrace. For processes that need not have a terminal.
void terminal_signals_cover_process(void);

// Sees to it that the handlers work on the calling thread even when its stack is used up; done once for a thread, and free
// of cost after that. A thread that has such a stack already keeps that.
void terminal_signals_cover_thread(void);

// Gives back what terminal_signals_install changed, but for the handlers of fatal signals, which call those that were there
// before; the settings of the terminal are not touched.
void terminal_signals_remove(void);

// Writes everything, and waits as long as the terminal takes nothing. Returns errno, or 0. Does not return once the process
// is ending by a signal.
int terminal_signals_write(const uint8_t *bytes, size_t count);

// What is written to the terminal when the process ends by a signal; `count` is TerminalSignalsMaximumRestoration at most.
void terminal_signals_set_restoration(const uint8_t *bytes, size_t count);

// Writes what terminal_signals_set_restoration was given, unless that has been written; a signal meanwhile writes the rest
// only. Returns errno, or 0.
int terminal_signals_restore(void);

// Whether the settings of the terminal are to be given back, too.
void terminal_signals_set_raw(bool is_raw);

// The settings that the terminal had at terminal_signals_install.
const struct termios *terminal_signals_saved_settings(void);

// Stops the process as Ctrl-Z does, and returns when it goes on. An orphaned process group goes on at once (POSIX).
void terminal_signals_stop(void);

// Ends the process by a signal, so that its parent sees the true reason.
void terminal_signals_die(int signal);

#endif
