// Pseudo-terminal functions for tests that some C libraries' Swift modules lack.

#ifndef PSEUDO_TERMINALS_H
#define PSEUDO_TERMINALS_H

#include <stddef.h>
#include <sys/types.h>

// Opens a pseudo-terminal, and writes the path of its other side. Returns the descriptor, or -1 with errno.
int pseudo_terminal_open(char *path, size_t count);

// Starts a program as the leader of a new session with the controlling terminal at a path and default actions for all
// signals. Returns its process ID, or -1 with errno.
pid_t pseudo_terminal_spawn(char *const arguments[], char *const environment[], const char *path);

#endif
