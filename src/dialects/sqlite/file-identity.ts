import { type BigIntStats, statSync } from 'node:fs'

/** Which file is at a path: another text when another one has been put there. Null when there is none. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : identityIn(found)
}

/** Numbers of files are used again; the time of birth is not. */
export function identityIn({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`
}
