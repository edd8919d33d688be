/**
 * Awaits what a file of the project promises. Some promises never settle: without a time limit, startup would hang
 * without a message.
 */

/** Milliseconds: time enough to fetch secrets from another machine. */
const LONGEST_MS = 30_000

export async function withTimeout<T>(promised: T | Promise<T>, longest = LONGEST_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    // The timer also keeps the process alive: with nothing else to wait for, Node would exit without a message.
    timer = setTimeout(() => reject(new Error(`its promise was still pending after ${longest / 1_000} s`)), longest)
  })
  try {
    return await Promise.race([promised, late])
  } finally {
    clearTimeout(timer)
  }
}
