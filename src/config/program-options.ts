/** Checks the options that a program passes to the library, for programs without a type checker. */

import { didYouMean } from '../errors/did-you-mean.ts'
import { type Problem, ProjectError } from './problem.ts'
import { isRecord } from './project-config.ts'
import { shown } from './setting-readers.ts'

/** What options of these names must be. */
const FORMS: ReadonlyMap<string, { readonly fits: (value: unknown) => boolean; readonly wanted: string }> = new Map([
  ['database', { fits: (value) => typeof value === 'string', wanted: 'the file or the URL of a database' }],
  ['env', { fits: isRecord, wanted: 'an object of variables, such as process.env' }],
  ['logger', { fits: isLogger, wanted: 'a logger of pino, or something else with its functions' }],
  ['readers', { fits: isCount, wanted: 'a number of processes, 0 or more' }],
  ['host', { fits: (value) => typeof value === 'string', wanted: 'an address, such as 127.0.0.1' }],
])

/** Throws a ProjectError. `known`: the names of all options, if others are errors. */
export function checkProgramOptions(options: object, known: readonly string[] | null = null): void {
  if (!isRecord(options)) throw refusal([problem(null, "Name the project folder, as in { project: './my-project' }.")])
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const problems = given.flatMap(([name, value]) => {
    const form = FORMS.get(name)
    if (known !== null && !known.includes(name))
      return [problem(name, `There is no option of this name.${hint(name, known)}`)]
    return form === undefined || form.fits(value)
      ? []
      : [problem(name, `This must be ${form.wanted}, not ${shown(value)}.`)]
  })
  if (problems.length > 0) throw refusal(problems)
}

function hint(name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known)
  return meant === null ? ` There are: ${known.join(', ')}.` : ` Did you mean ${meant}?`
}

function isLogger(value: unknown): boolean {
  if (!isRecord(value)) return false
  return ['debug', 'info', 'warn', 'error', 'isLevelEnabled'].every((name) => typeof value[name] === 'function')
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

const problem = (path: string | null, message: string): Problem => ({ file: null, path, message })

const refusal = (problems: readonly Problem[]) => new ProjectError(problems)
