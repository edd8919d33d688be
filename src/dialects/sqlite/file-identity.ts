import { type BigIntStats, statSync } from 'node:fs'

/** Identifies the file at a path: the text changes when the file is replaced. Null if there is none. */
export function identityOf(path: string): string | null {
  try {
    return identityIn(statSync(path, { bigint: true }))
  } catch {
    // Missing, or the path is invalid: a part of it is a file, or a name is too long.
    return null
  }
}

/** Includes the birth time, because inode numbers are reused. */
export function identityIn({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`
}
