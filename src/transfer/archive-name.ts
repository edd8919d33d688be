/** Reads format and encryption from the name of a new archive, and chooses a default name. */

import { ProjectError } from '../config/problem.ts'

export interface ArchiveLayers {
  readonly file: string
  readonly gzip: boolean
  readonly key: string | null
}

/** `.tar`, `.tar.gz` and `.tgz` are as they say, others get the suffix; a key adds `.enc`, and `.enc` needs a key. */
export function archiveLayers(given: string | null, key: string | null, time: Date): ArchiveLayers {
  const name = given ?? `export_${time.toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const isEncrypted = name.endsWith('.enc')
  if (isEncrypted && key === null) {
    const message = 'An archive that ends in .enc is encrypted; give the key for it: --key KEY.'
    throw new ProjectError([{ file: name, path: null, message }])
  }
  const plain = isEncrypted ? name.slice(0, -'.enc'.length) : name
  const whole = /\.(?:tar|tar\.gz|tgz)$/.test(plain) ? plain : `${plain}.tar.gz`
  return { file: key === null ? whole : `${whole}.enc`, gzip: whole.endsWith('gz'), key }
}
