import type { Store } from './store.ts'

/** Waits for other transactions that have locked the same key, or share it. */
export async function lockKey({ dialect, run }: Store, key: string): Promise<void> {
  if (dialect.locks !== null) await run(dialect.locks.key(key))
}

/** Waits for one that has locked the key; any number of transactions share it. */
export async function shareKey({ dialect, run }: Store, key: string): Promise<void> {
  if (dialect.locks !== null) await run(dialect.locks.sharedKey(key))
}
