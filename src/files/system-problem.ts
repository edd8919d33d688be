/** What the operating system says of a file or folder, in a sentence for the person at the terminal. */

import { dirname } from 'node:path'
import { codeOf } from '../errors/code-of.ts'

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'the user that runs Lectern may not do this. Give them the right, or name another place'],
  ['EPERM', 'the system does not permit it. Name another place'],
  ['ENOENT', 'there is no such file or folder, or the system lets none be made there. Check the path'],
  ['ENOTDIR', 'a part of this path is a file, not a folder. Check the path'],
  ['EEXIST', 'something of this name is there already. Name another place'],
  ['EISDIR', 'this is a folder. Name a file in it'],
  ['ENAMETOOLONG', 'a name in this path is too long for the disk. Choose a shorter one'],
  ['ELOOP', 'links in this path lead in a circle. Check where they lead'],
  ['EMFILE', 'too many files are open. Raise the limit of the process (ulimit -n)'],
  ['ENFILE', 'too many files are open on this machine'],
])

/** Sockets and processes have a path, too. */
const OTHERS = /^(connect|spawn|listen)/

/** Null for all other errors. */
export function systemProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !('path' in error)) return null
  const call = 'syscall' in error ? String(error.syscall) : ''
  if (OTHERS.test(call)) return null
  const code = codeOf(error)
  const sentence = SENTENCES.get(code)
  if (sentence === undefined) return null
  // The name of a temporary folder says nothing to anybody.
  const path = call === 'mkdtemp' ? dirname(String(error.path)) : String(error.path)
  return `${path}: ${sentence} (${code}).`
}
