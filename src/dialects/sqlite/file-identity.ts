import { type BigIntStats, statSync } from 'node:fs'

/** Identifies the file at a path: the text changes when the file is replaced. Null when there is none. */
export function identityOf(path: string): string | null {
  try {
    return identityIn(statSync(path, { bigint: true }))
  } catch {
    // Not only where there is none: a part of the path may be a file, or a name too long.
    return null
  }
}

/** Inode numbers are reused; the birth time is not. */
export function identityIn({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`
}
