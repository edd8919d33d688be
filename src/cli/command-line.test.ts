import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { COMMANDS } from './commands.ts'
import { UsageError } from './usage-error.ts'

describe('readCommandLine', () => {
  it.each([
    ['', { kind: 'help', command: null }],
    ['--help', { kind: 'help', command: null }],
    ['-h', { kind: 'help', command: null }],
    ['help', { kind: 'help', command: null }],
    ['serve help', { kind: 'help', command: 'serve' }],
    ['version', { kind: 'version' }],
    ['help check', { kind: 'help', command: 'check' }],
    ['serve --help', { kind: 'help', command: 'serve' }],
    ['serve --port 80 -h', { kind: 'help', command: 'serve' }],
    ['--version', { kind: 'version' }],
    ['-v', { kind: 'version' }],
    ['check', { kind: 'run', command: 'check', words: [], options: {} }],
    ['serve --port 80 --host=::1', { kind: 'run', command: 'serve', words: [], options: { port: '80', host: '::1' } }],
    ['--project a serve', { kind: 'run', command: 'serve', words: [], options: { project: 'a' } }],
    ['serve --port 1 --port 2', { kind: 'run', command: 'serve', words: [], options: { port: '2' } }],
    [
      'migrate --dry-run --project a',
      { kind: 'run', command: 'migrate', words: [], options: { 'dry-run': 'true', project: 'a' } },
    ],
    ['serve --database=-odd', { kind: 'run', command: 'serve', words: [], options: { database: '-odd' } }],
  ])('lectern %s', (line, expected) => {
    expect(readCommandLine(line.split(' ').filter((word) => word !== ''))).toEqual(expected)
  })

  it.each([
    ['sevre', 'There is no command "sevre". Did you mean serve? See lectern --help.'],
    ['start', 'There is no command "start". Did you mean serve? See lectern --help.'],
    ['seed', 'There is no command "seed". Did you mean import? See lectern --help.'],
    ['nwe', 'There is no command "nwe". Did you mean new? See lectern --help.'],
    ['frobnicate', 'There is no command "frobnicate". See lectern --help.'],
    ['toString', 'There is no command "toString". See lectern --help.'],
    ['serve --prot 80', 'There is no option --prot. Did you mean --port? See lectern serve --help.'],
    ['serve -x', 'There is no option -x. See lectern serve --help.'],
    ['serve -p 80', 'There is no option -p. Did you mean --project or --port or --profile? See lectern serve --help.'],
    ['check -project my-site', 'There is no option -project. Did you mean --project? See lectern check --help.'],
    ['check --port 80', 'There is no option --port. See lectern check --help.'],
    ['--projet x', 'There is no option --projet. Did you mean --project? See lectern --help.'],
    ['token create x --expires 30', 'There is no option --expires. Did you mean --days? See lectern token --help.'],
    [
      'webhook add x --header y',
      'There is no option --header. Did you mean --with-header? See lectern webhook --help.',
    ],
    ['serve --expires 30', 'There is no option --expires. See lectern serve --help.'],
    ['serve --port', '--port needs a value: --port PORT.'],
    ['serve --port=', '--port needs a value: --port PORT.'],
    ['serve --port --host x', '--port needs a value: --port PORT.'],
    ['migrate --adopt=no', '--adopt takes no value.'],
    ['serve --adopt', 'There is no option --adopt. See lectern serve --help.'],
    [
      'serve my-site',
      'lectern serve takes options only, and "my-site" is not an option. Did you mean --project my-site?',
    ],
  ])('lectern %s is an error', (line, message) => {
    expect(() => readCommandLine(line.split(' '))).toThrow(new UsageError(message))
  })
})

describe('the examples in the help', () => {
  const examples = Object.entries(COMMANDS).flatMap(([name, command]) =>
    command.examples.map((example) => [name, example] as const),
  )

  it('exist for every command', () => {
    expect(new Set(examples.map(([name]) => name))).toEqual(new Set(Object.keys(COMMANDS)))
  })

  it.each(examples)('of %s are valid: %s', (command, example) => {
    const words = example.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
    expect(words[0]).toBe('lectern')
    expect(readCommandLine(words.slice(1))).toMatchObject({ kind: 'run', command })
  })
})
