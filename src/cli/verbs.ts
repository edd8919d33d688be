/** Code for commands whose first word is a verb: `lectern locale add fr`. */

import type { Arguments } from './arguments.ts'
import type { Context } from './context.ts'
import { suggest, UsageError } from './usage-error.ts'

/** The result of a command: as JSON for scripts (`--json`), and as lines for people. */
export interface Outcome {
  readonly value: unknown
  readonly lines: readonly string[]
  /**
   * Further lines, for standard error: if `lines` is a secret, standard output has nothing else, so that a script can
   * read it.
   */
  readonly notes?: readonly string[]
}

export function printOutcome({ value, lines, notes = [] }: Outcome, context: Context, more: Arguments): void {
  const isJson = more.flag('json')
  for (const line of isJson ? [] : notes) context.err(line)
  for (const line of isJson ? [JSON.stringify(value, null, 2)] : lines) context.out(line)
}

/** The first word, which must be one of the verbs. */
export function verbOf<Verb extends string>(command: string, { words }: Arguments, verbs: readonly Verb[]): Verb {
  const [word] = words
  const verb = verbs.find((known) => known === word)
  if (verb !== undefined) return verb
  const known = verbs.map((each) => `lectern ${command} ${each}`).join(', ')
  if (word === undefined) throw new UsageError(`Say what to do: ${known}. See lectern ${command} --help.`)
  throw new UsageError(`There is no lectern ${command} ${word}.${meant(word, verbs)} There are: ${known}.`)
}

function meant(word: string, verbs: readonly string[]): string {
  const same = verbs.find((verb) => SAME.some((words) => words.includes(word) && words.includes(verb)))
  return same === undefined ? suggest(word, verbs) : ` Did you mean ${same}?`
}

/** Words with the same meaning, in other commands and other programs. */
const SAME: readonly (readonly string[])[] = [
  ['create', 'add', 'new'],
  ['delete', 'remove', 'revoke', 'drop', 'rm'],
  ['list', 'ls', 'show'],
  ['allow', 'grant', 'permit'],
  ['deny', 'forbid', 'revoke'],
]

/** The words after the verb. Their number must match. */
export function wordsAfter(usage: string, { words }: Arguments, number: number): readonly string[] {
  const rest = words.slice(1)
  if (rest.length === number && !rest.includes('')) return rest
  throw new UsageError(`Usage: lectern ${usage}.`)
}
