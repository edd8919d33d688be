import { statSync } from 'node:fs'
import { codeOf } from '../../errors/code-of.ts'

/**
 * Whether there is certainly no such file. False if the folder may not be read: its database must not count as missing.
 */
export function isAbsent(file: string, look: (file: string) => unknown = stats): boolean {
  try {
    return look(file) === undefined
  } catch (error) {
    return !FORBIDDEN.includes(codeOf(error))
  }
}

const stats = (file: string) => statSync(file, { throwIfNoEntry: false })

const FORBIDDEN = ['EACCES', 'EPERM']
