// What tests need of pseudo-terminals and is not in every C library's Swift module.

#ifndef PSEUDO_TERMINALS_H
#define PSEUDO_TERMINALS_H

#include <stddef.h>
#include <sys/types.h>

// Opens a pseudo-terminal, and writes the path of its other side. Answers the descriptor, or -1 with errno.
int pseudo_terminal_open(char *path, size_t count);

// Starts a program as the leader of a new session whose terminal is the one with the path, with every signal as it is by
// default. Answers its process, or -1 with errno.
pid_t pseudo_terminal_spawn(char *const arguments[], char *const environment[], const char *path);

#endif
