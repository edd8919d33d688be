import { statSync } from 'node:fs'
import { codeOf } from '../../errors/code-of.ts'

/** Whether there is no such file. False where that is not known: what is in a folder that may not be read must not be called empty. */
export function isAbsent(file: string, look: (file: string) => unknown = stats): boolean {
  try {
    return look(file) === undefined
  } catch (error) {
    return !FORBIDDEN.includes(codeOf(error))
  }
}

const stats = (file: string) => statSync(file, { throwIfNoEntry: false })

const FORBIDDEN = ['EACCES', 'EPERM']
