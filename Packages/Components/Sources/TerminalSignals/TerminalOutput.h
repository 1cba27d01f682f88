// The terminal's output and settings, for the handlers of signals.

#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include "TerminalSignals.h"

// Remembers the terminal's settings and opens its output. Returns errno, or 0.
int terminal_output_open(int input, int output);

// Closes what terminal_output_open opened.
void terminal_output_close(void);

// Writes what is left of the restoration and restores the settings, within half a second even if the terminal takes no
// output. Nothing else can be written afterwards. For the end of the process only, with all signals blocked.
void terminal_output_give_back(void);

#endif
