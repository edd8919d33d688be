import { type BigIntStats, statSync } from 'node:fs'

/** Identifies the file at a path: the text changes when the file is replaced. Null when there is none. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : identityIn(found)
}

/** Inode numbers are reused; the birth time is not. */
export function identityIn({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`
}
