import type { Store } from './store.ts'

/** Waits for other transactions that have locked the same key. */
export async function lockKey({ dialect, run }: Store, key: string): Promise<void> {
  if (dialect.locks !== null) await run(dialect.locks.key(key))
}
