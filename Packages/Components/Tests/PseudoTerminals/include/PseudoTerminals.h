// Pseudo-terminal functions for tests, because the Swift modules of some C libraries lack these functions.

#ifndef PSEUDO_TERMINALS_H
#define PSEUDO_TERMINALS_H

#include <stddef.h>
#include <sys/types.h>

// Opens a pseudo-terminal, and writes the path of its other side. Returns the descriptor, or -1 with errno.
int pseudo_terminal_open(char *path, size_t count);

// Creates a pipe whose ends other programs don't inherit. Returns 0, or -1 with errno.
int pseudo_terminal_lifeline(int ends[2]);

// Starts a program as the leader of a new session. The terminal at a path becomes its controlling terminal, and all
// signals get their default actions. The program and the programs that it starts inherit the lifeline's writing end,
// so reading the other end reports when all of them have ended. Returns the process ID, or -1 with errno.
pid_t pseudo_terminal_spawn(char *const arguments[], char *const environment[], const char *path, int lifeline);

#endif
