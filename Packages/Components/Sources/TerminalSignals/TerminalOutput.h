// The terminal's output and settings, for signal handlers.

#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include "TerminalSignals.h"

// Stores the terminal's settings and opens its output. Returns 0 or errno.
int terminal_output_open(int input, int output);

// Releases the resources acquired by terminal_output_open.
void terminal_output_close(void);

// Writes the rest of the restoration and restores the settings. All later writes block. Call it only at the end of the
// process, with all signals blocked.
//
// Waits up to 1 s for another thread's turn, and up to 0.4 s in total for a terminal that accepts no output.
void terminal_output_give_back(void);

#endif
