/**
 * What a process that reads ends itself with when an answer takes too much memory. Like SIGKILL it ends one that is in
 * the middle of a statement, and nobody else sends it: an operator, or a system that runs out of memory, sends SIGKILL.
 */
export const TOO_MUCH_MEMORY = 'SIGUSR2'
