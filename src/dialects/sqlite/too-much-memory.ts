/**
 * The signal with which a reader process ends itself when a response takes too much memory. Like SIGKILL it works in the
 * middle of a statement; unlike SIGKILL, neither operators nor the kernel's out-of-memory killer send it.
 */
export const TOO_MUCH_MEMORY = 'SIGUSR2'
