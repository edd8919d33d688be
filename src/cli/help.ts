/** Help texts, generated from the definitions of commands and options. */

import { keysOf } from '../vocabulary/keys-of.ts'
import { COMMANDS, type Command, type CommandName } from './commands.ts'
import { OPTIONS, type OptionName, type OptionSpec } from './options.ts'
import type { Style } from './style.ts'

export function generalHelp(style: Style): string {
  const names = keysOf(COMMANDS)
  return [
    'Lectern serves the content of a project over REST: a project of its own, or an existing Strapi 5 project.',
    '',
    style.bold('Usage'),
    '  lectern <command> [options]',
    '',
    style.bold('Commands'),
    ...table(names.map((name) => [name, COMMANDS[name].summary])),
    '',
    style.bold('Options'),
    ...table([
      ['-h, --help', 'show this, or the help of a command'],
      ['-v, --version', 'show the version'],
    ]),
    '',
    style.bold('Examples'),
    ...[COMMANDS.new, COMMANDS.serve, COMMANDS.check].map(({ examples: [example] }) => `  ${example}`),
    '  lectern serve --help',
  ].join('\n')
}

export function commandHelp(name: CommandName, style: Style): string {
  const command: Command = COMMANDS[name]
  return [
    command.description,
    '',
    style.bold('Usage'),
    ...(command.usage ?? ['']).map((words) => `  lectern ${[name, words, '[options]'].filter(Boolean).join(' ')}`),
    '',
    style.bold('Options') + style.dim(' (each can be set in the environment instead)'),
    ...command.options.flatMap((option) => optionLines(option, specFor(option, name), style)),
    '  -h, --help',
    '',
    style.bold('Examples'),
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n')
}

function specFor(option: OptionName, command: string): OptionSpec {
  const spec: OptionSpec = OPTIONS[option]
  return { ...spec, ...spec.of?.[command] }
}

function optionLines(name: string, option: OptionSpec, style: Style): readonly string[] {
  return [
    option.value === null ? `  --${name}` : `  --${name} ${option.value}`,
    `      ${option.meaning}`,
    style.dim(`      environment: ${option.env}; default: ${option.fallback}`),
  ]
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
