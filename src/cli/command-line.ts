/** Arguments → command and options; anything else is an error. */

import { parseArgs } from 'node:util'
import { COMMANDS, type Command, type CommandName, isCommand } from './commands.ts'
import { type GivenOptions, isOption, OPTIONS, type OptionName, type OptionSpec } from './options.ts'
import { suggest, UsageError } from './usage-error.ts'

export type CommandLine =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | {
      readonly kind: 'run'
      readonly command: CommandName
      /** The words besides the command and the options. */
      readonly words: readonly string[]
      readonly options: GivenOptions
    }

const FLAGS = ['help', 'version'] as const

export function readCommandLine(args: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...args],
    options: PARSED,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const options = tokens.filter((token) => token.kind === 'option')
  const flags = new Set(options.map((option) => option.name))
  const [first, ...rest] = words[0] === 'help' ? words.slice(1) : words
  const named = first !== undefined && isCommand(first) ? first : null
  // Checked before the command: the value of an unknown option looks like a command.
  for (const option of options) checkName(args[option.index] ?? option.rawName, option.name, named)
  if (flags.has('version') || first === 'version') return { kind: 'version' }
  const command = first === undefined ? null : toCommand(first)
  if (flags.has('help') || words[0] === 'help') return { kind: 'help', command }
  if (command === null) return { kind: 'help', command }
  const definition: Command = COMMANDS[command]
  if (rest[0] === 'help' && definition.usage === undefined) return { kind: 'help', command }
  const given = gathered(options.map(nameAndValue))
  if (rest[0] !== undefined && definition.usage === undefined) throw unexpectedWord(command, rest[0])
  return { kind: 'run', command, words: rest, options: given }
}

/** If an option is given several times, lists are joined, and of others the last one counts. */
function gathered(pairs: readonly (readonly [string, string])[]): GivenOptions {
  const given: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const before = given[name]
    given[name] = before !== undefined && isList(name) ? `${before},${value}` : value
  }
  return given
}

function isList(name: string): boolean {
  const definition: OptionSpec | null = isOption(name) ? OPTIONS[name] : null
  return definition?.list === true
}

const PARSED = {
  ...Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const) },
    ]),
  ),
  help: { type: 'boolean' as const, short: 'h' },
  version: { type: 'boolean' as const, short: 'v' },
}

function toCommand(word: string): CommandName {
  if (isCommand(word)) return word
  const meant = STRAPI_COMMANDS.get(word)
  const suggestion = meant === undefined ? suggest(word, Object.keys(COMMANDS)) : ` Did you mean ${meant}?`
  throw new UsageError(`There is no command "${word}".${suggestion} See lectern --help.`)
}

/** Names of commands in Strapi and in other programs. */
const STRAPI_COMMANDS: ReadonlyMap<string, CommandName> = new Map([
  ['start', 'serve'],
  ['develop', 'dev'],
  ['watch', 'dev'],
  ['run', 'serve'],
  ['create', 'new'],
  ['init', 'new'],
  ['seed', 'import'],
  ['ts:generate-types', 'types'],
  ['content-types:list', 'check'],
])

function checkName(written: string, name: string, command: CommandName | null): void {
  const definition: Command | null = command === null ? null : COMMANDS[command]
  const known: readonly string[] = [...(definition?.options ?? Object.keys(OPTIONS)), ...FLAGS]
  if (known.includes(name)) return
  const help = command === null ? 'lectern --help' : `lectern ${command} --help`
  const [option = ''] = written.split('=')
  const isShort = !option.startsWith('--')
  const called = known.find((each) => CALLED.get(name) === each)
  const long = called === undefined ? suggest(name, known, '--') : ` Did you mean --${called}?`
  const meant = isShort ? shortHint(option.slice(1), known) : long
  throw new UsageError(`There is no option ${option}.${meant} See ${help}.`)
}

/** Names of options in other programs. */
const CALLED: ReadonlyMap<string, OptionName> = new Map([
  ['dir', 'project'],
  ['path', 'project'],
  ['db', 'database'],
  ['url', 'database'],
  ['expires', 'days'],
  ['lifespan', 'days'],
  ['permission', 'action'],
  ['header', 'with-header'],
  ['output', 'out'],
  ['file', 'out'],
  ['force', 'allow-data-loss'],
])

/** For `-p`, and for `-project` with one dash. */
function shortHint(letters: string, known: readonly string[]): string {
  if (letters.length > 1) return suggest(letters, known, '--')
  const meant = known.filter((name) => name.startsWith(letters)).map((name) => `--${name}`)
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`
}

interface OptionToken {
  readonly name: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function nameAndValue({ name, value, inlineValue }: OptionToken): readonly [string, string] {
  if (isOption(name) && OPTIONS[name].value === null) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value.`)
    return [name, 'true']
  }
  // In `--port --host x`, the second option is not the value of the first.
  const missing = value === undefined || value === '' || (inlineValue !== true && value.startsWith('-'))
  if (missing && isOption(name)) throw new UsageError(`--${name} needs a value: --${name} ${OPTIONS[name].value}.`)
  return [name, value ?? '']
}

function unexpectedWord(command: CommandName, word: string): UsageError {
  return new UsageError(
    `lectern ${command} takes options only, and "${word}" is not an option. Did you mean --project ${word}?`,
  )
}
