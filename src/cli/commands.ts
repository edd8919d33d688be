/** The commands, each in its own file. */

import { check } from './check.ts'
import type { Context, MigrateOptions } from './context.ts'
import { migrate } from './migrate.ts'
import type { OptionName } from './options.ts'
import { serve } from './serve.ts'

export interface Command {
  readonly summary: string
  readonly description: string
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Resolves with the exit code. */
  run(options: MigrateOptions, context: Context): Promise<number>
}

export const COMMANDS = {
  serve: {
    summary: 'answer requests until it is stopped',
    description: [
      'Reads the content types of a project and answers its REST API from its database.',
      'A database that is not there yet is created, and one that Lectern created gets what the content types have more.',
      'One that Strapi made is never altered.',
      'SIGTERM or Ctrl+C stops it: requests under way are finished, new ones refused.',
      'The log goes to standard error, one line a request; LOG_LEVEL sets how much (default info).',
    ].join('\n'),
    options: ['project', 'database', 'port', 'host', 'profile'],
    examples: [
      'lectern serve --project ./my-site',
      'lectern serve --project ./my-site --database ./copy.db --port 8080',
    ],
    run: serve,
  },
  check: {
    summary: 'say whether a project can be served, and what to mend if not',
    description: [
      'Reads the project and compares it with its database, without opening a port.',
      'Lists every problem with its file, and exits with 1 when there is one.',
    ].join('\n'),
    options: ['project', 'database', 'profile'],
    examples: ['lectern check', 'lectern check --project ./my-site --database ./copy.db'],
    run: check,
  },
  migrate: {
    summary: 'create the tables of a project, or bring them up to date',
    description: [
      'Creates the database when there is none, and adds what the content types have more than their tables.',
      'What would lose data is listed and refused, and then nothing is changed at all; --allow-data-loss does it.',
      'A renamed attribute is a new one beside the old one; "columnName" in the schema file keeps the old column.',
    ].join('\n'),
    options: ['project', 'database', 'dry-run', 'allow-data-loss', 'adopt'],
    examples: ['lectern migrate --project ./my-site', 'lectern migrate --project ./my-site --dry-run'],
    run: migrate,
  },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}
