/** The commands, each in its own file. */

import { advise } from './advise.ts'
import type { Arguments } from './arguments.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { compare } from './compare.ts'
import type { Context, MigrateOptions } from './context.ts'
import { dev } from './dev.ts'
import { exportArchive } from './export.ts'
import { importArchive } from './import.ts'
import { locale } from './locale.ts'
import { mcp } from './mcp.ts'
import { migrate } from './migrate.ts'
import { newProject } from './new.ts'
import { openapi } from './openapi.ts'
import type { OptionName } from './options.ts'
import { pull } from './pull.ts'
import { role } from './role.ts'
import { serve } from './serve.ts'
import { token } from './token.ts'
import { types } from './types.ts'
import { user } from './user.ts'
import { webhook } from './webhook.ts'

export interface Command {
  readonly summary: string
  readonly description: string
  /** What follows the command besides options, one line for each form: `create NAME`. Undefined if there is nothing. */
  readonly usage?: readonly string[]
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Resolves with the exit code. */
  run(options: MigrateOptions, context: Context, more: Arguments): Promise<number>
}

export const COMMANDS = {
  new: {
    summary: 'write a small project to start from',
    description: [
      'Creates a folder with two content types, a component and a minimal configuration, and a SQLite database with a few',
      'published entries that the public may read.',
      'In a folder that Lectern was installed in, lectern new . writes them there.',
      '--empty leaves out the database: lectern dev and lectern serve create it, without entries; the public may read nothing.',
    ].join('\n'),
    usage: ['DIR'],
    options: ['empty'],
    examples: ['lectern new ./my-site', 'lectern new ./my-site --empty'],
    run: newProject,
  },
  serve: {
    summary: 'start the server',
    description: [
      'Reads the content types of a project and serves its REST API from its database.',
      'Creates the database if it is missing. In one that Lectern created, adds what the content types need.',
      'A database that Strapi made is never changed.',
      'If PostgreSQL cannot be reached, waits for it; meanwhile /_health answers with 204 and /_ready with 503.',
      'SIGTERM or Ctrl+C stops it: requests under way are finished, new ones refused.',
      'Runs one process for each core that it may use; --workers 1 runs one only.',
      'The log goes to standard error, one line a request; LOG_LEVEL sets how much (default info).',
    ].join('\n'),
    options: ['project', 'database', 'replica', 'port', 'host', 'workers', 'profile'],
    examples: [
      'lectern serve --project ./my-site',
      'lectern serve --project ./my-site --database ./copy.db --port 8080',
    ],
    run: serve,
  },
  dev: {
    summary: 'serve during development: restart when a file is saved',
    description: [
      'Serves a project in one process, and starts again when a file in src/ or config/ is saved.',
      'In a database that Lectern created, each start adds what the content types need, and says so.',
      'Changes that would lose data are listed and not made; lectern migrate --allow-data-loss makes them.',
      'A mistake in a file is reported, and the next save tries again.',
    ].join('\n'),
    options: ['project', 'database', 'port', 'host', 'profile'],
    examples: ['lectern dev', 'lectern dev --project ./my-site --port 8080'],
    run: dev,
  },
  check: {
    summary: 'check whether a project can be served, and what to fix if not',
    description: [
      'Reads the project and compares it with its database, without opening a port.',
      'Verifies the row counts that the database stores.',
      'On a database that Lectern made, says what lectern serve will change at startup, and what it would refuse.',
      'Lists every problem with its file, and exits with 1 when there is one.',
      'Otherwise it says what will be served, what is left out and why, and where the responses differ from those of Strapi.',
    ].join('\n'),
    options: ['project', 'database', 'replica', 'profile'],
    examples: ['lectern check --project ../strapi-project', 'lectern check --project ./my-site --database ./copy.db'],
    run: check,
  },
  compare: {
    summary: 'send the same requests to Strapi and Lectern, and show where responses differ',
    description: [
      'Sends the same GET requests to a running Strapi and to Lectern on the same project, and compares status and body.',
      'Differences that docs/compatibility.md lists are recognised and named; all others are shown with both values.',
      'Requests are generated from the content types and their entries, or read from a file or an access log.',
      'Before a difference is reported, both are asked again: content may have changed in between.',
      'Nothing is written. Strapi is asked one request at a time, and at most 50 a second, unless you say otherwise.',
      '',
      'The public sees what the role Public may find. For more, set a read-only API token in the environment, never on',
      'the command line: LECTERN_COMPARE_TOKEN is sent to both. Where Strapi has another salt and needs another',
      'token, LECTERN_COMPARE_STRAPI_TOKEN is sent to it instead. Tokens and headers are in no report.',
      '',
      'Exits with 0 when there is no unknown difference, 1 when there is one, 2 when nothing could be compared.',
    ].join('\n'),
    usage: ['--with URL'],
    options: [
      'with',
      'requests',
      'report',
      'json',
      'project',
      'database',
      'profile',
      'lectern',
      'header',
      'seed',
      'limit',
      'rate',
      'concurrency',
      'time-limit',
      'timeout',
    ],
    examples: [
      'lectern compare --with http://localhost:1337 --project ../strapi-project --report report.html',
      'lectern compare --with http://localhost:1337 --requests /var/log/nginx/access.log',
      'lectern compare --with https://cms.example.com --rate 5 --json',
    ],
    run: compare,
  },
  migrate: {
    summary: 'create the tables of a project, or bring them up to date',
    description: [
      'Creates the database if there is none, and adds what the content types have and the tables lack.',
      'Changes that lose data are listed and refused, and nothing is changed at all; --allow-data-loss applies them.',
      'A renamed attribute gets a new column; "columnName" in the schema file keeps the old one.',
      '--recount counts all rows again, for a database whose triggers were off for a while.',
    ].join('\n'),
    options: ['project', 'database', 'dry-run', 'sql', 'allow-data-loss', 'adopt', 'recount'],
    examples: ['lectern migrate --project ./my-site', 'lectern migrate --project ./my-site --dry-run'],
    run: migrate,
  },
  advise: {
    summary: 'suggest indexes that make given URLs faster',
    description: [
      'Tries indexes for each URL and prints, as SQL, those that the database uses and that make it at least a fifth faster.',
      'They are tried on copies: of the SQLite file, or of the affected tables, as temporary tables of PostgreSQL.',
      'There must be disk space for the copies. The database itself is only read; run the SQL that you want.',
      'URLs are read with full access. Each is tried with the indexes that were found for the ones before it.',
    ].join('\n'),
    usage: ['URL…'],
    options: ['project', 'database', 'profile'],
    examples: [
      "lectern advise '/api/articles?filters[author][name][$eq]=Ada&sort=publishedAt:desc' --project ./my-site",
    ],
    run: advise,
  },
  import: {
    summary: 'import an export archive',
    description: [
      'Reads an archive that lectern export or strapi export wrote: .tar or .tar.gz, with .enc if it is encrypted, or the unpacked folder.',
      'In one transaction: entries, components, relations, files, locales, roles and users, with their ids.',
      'The schema files must have a type and attribute for everything in it. API tokens are not in archives.',
    ].join('\n'),
    usage: ['FILE'],
    options: ['key', 'replace', 'ignore-missing', 'project', 'database', 'yes'],
    examples: ['lectern import export.tar.gz --project ./my-site', 'lectern import export.tar.gz.enc --key "a secret"'],
    run: importArchive,
  },
  export: {
    summary: 'export everything to an archive',
    description: [
      'Writes an archive that lectern import and strapi import read: entries, relations, files, settings.',
      'The extension decides: .tar is plain, .tar.gz is compressed; with a key it is encrypted and .enc is added.',
      'Without FILE the name is export_ with the date and time, in the current folder.',
    ].join('\n'),
    usage: ['[FILE]'],
    options: ['key', 'project', 'database'],
    examples: ['lectern export', 'lectern export site.tar.gz --project ./my-site'],
    run: exportArchive,
  },
  backup: {
    summary: 'copy the database while it is in use',
    description: [
      'SQLite: a consistent copy of the file, even while it is written to.',
      'PostgreSQL: an export archive, read in one snapshot; pg_dump copies the whole database.',
      'The file appears when it is complete; an existing file is never overwritten.',
    ].join('\n'),
    usage: ['FILE'],
    options: ['project', 'database'],
    examples: ['lectern backup backups/monday.db --project ./my-site'],
    run: backup,
  },
  pull: {
    summary: 'copy a list from a server to a file, and keep the copy up to date',
    description: [
      'Writes all entries of a list, one JSON object a line, as they are at one moment; the server needs the extension export.',
      'The file is replaced when all entries have arrived, and stays unchanged when something goes wrong.',
      '--changes asks only for what was changed or published since the file was pulled from the same URL, and merges it.',
      'It cannot see entries that were deleted, unpublished or no longer match: pull everything once in a while.',
      'The API token is in the environment, never on the command line: LECTERN_PULL_TOKEN.',
    ].join('\n'),
    usage: ['URL --out FILE'],
    options: ['out', 'changes'],
    examples: ["lectern pull 'https://cms.example.com/api/articles?populate=*' --out articles.ndjson --changes"],
    run: pull,
  },
  types: {
    summary: 'write TypeScript types of the content types',
    description: [
      'Writes a .d.ts that describes every content type, for the client in lectern/client.',
      'It is made from the schema files and from the database, if it is there: locales, custom fields, what plugins add.',
      'Without FILE the name is lectern-types.d.ts. Missing folders are created. "-" writes to standard output.',
    ].join('\n'),
    usage: ['[FILE]'],
    options: ['project', 'database'],
    examples: ['lectern types', 'lectern types src/lectern-types.d.ts --project ./my-site'],
    run: types,
  },
  openapi: {
    summary: 'describe the API in OpenAPI 3.1',
    description: [
      'Writes a description of the whole API, with all permissions, to a file or to standard output.',
      'A server describes to each caller what they may use, at /_openapi.json, and shows it at /_docs.',
    ].join('\n'),
    usage: ['[FILE]'],
    options: ['project', 'database', 'profile'],
    examples: ['lectern openapi openapi.json --project ./my-site', 'lectern openapi | less'],
    run: openapi,
  },
  user: {
    summary: 'create, list, block and delete users, who log in with a password',
    description: [
      'Users log in at /api/auth/local, and may then do what their role may: lectern role list.',
      'WHO is the e-mail address, the name or the id of a user.',
      'The password is prompted for and not shown. Without a terminal, one is generated and printed once;',
      '--password-stdin and LECTERN_USER_PASSWORD are for scripts.',
      'A user who is blocked or deleted is refused from the next request on. A new password does not revoke tokens that were issued before.',
    ].join('\n'),
    usage: ['list', 'create', 'password WHO', 'block WHO', 'unblock WHO', 'delete WHO'],
    options: ['email', 'username', 'role', 'password', 'password-stdin', 'json', 'project', 'database', 'yes'],
    examples: [
      'lectern user create --email ada@example.com --username ada --role editor',
      'lectern user password ada',
      'lectern user block ada@example.com',
      'lectern user list --json',
    ],
    run: user,
  },
  token: {
    summary: 'create, list and revoke API tokens',
    description: [
      'A token goes into the header of a request: Authorization: Bearer TOKEN.',
      'It is printed once, when it is created: the database stores only a hash of it.',
      'A token that is revoked is refused from the next request on.',
    ].join('\n'),
    usage: ['create NAME', 'list', 'revoke NAME_OR_ID'],
    options: ['type', 'action', 'days', 'json', 'project', 'database', 'yes'],
    examples: [
      'lectern token create website --type read-only',
      'lectern token create import --action "api::article.article.*" --days 30',
      'lectern token revoke website',
    ],
    run: token,
  },
  mcp: {
    summary: 'let an agent on this machine read the content (Model Context Protocol)',
    description: [
      'Speaks the protocol over standard input and output: name it in the configuration of the agent.',
      'The agent gets four tools, which read and change nothing: list_types, describe_type, find and get.',
      'It sees what the public may see. For more, set a read-only API token in the environment, never on the command',
      'line: LECTERN_MCP_TOKEN. A server has the same at /_mcp, with the extension mcp.',
    ].join('\n'),
    options: ['project', 'database', 'profile'],
    examples: ['lectern mcp --project ./my-site'],
    run: mcp,
  },
  role: {
    summary: 'set what the public and logged-in users may do',
    description: [
      'Requests without a login have the role public; users have their own role instead.',
      'An action is a content type and what is done with it: api::article.article.find; * stands for all of them.',
      "findDrafts is one of them where config/api has rest: { drafts: 'granted' }.",
      'A role that has users can be deleted only with --to ROLE: they get that role instead.',
    ].join('\n'),
    usage: ['list', 'create NAME', 'delete ROLE', 'allow ROLE ACTION…', 'deny ROLE ACTION…'],
    options: ['description', 'to', 'json', 'project', 'database', 'yes'],
    examples: [
      'lectern role allow public api::article.article.find api::article.article.findOne',
      'lectern role create "Editor" --description "Writes and publishes"',
      'lectern role deny authenticated "api::article.article.*"',
      'lectern role delete editor --to authenticated',
    ],
    run: role,
  },
  locale: {
    summary: 'add and remove the languages that entries are written in',
    description: [
      'Types with "i18n": { "localized": true } have an entry in each locale; requests choose one with ?locale=CODE.',
      'Requests without a locale read and write the default one. Writing in an unknown locale is refused.',
      'Codes are language tags: en, fr-FR, zh-Hans. The default locale cannot be removed.',
      'A locale that has entries can be removed only with --allow-data-loss: they are deleted with it.',
    ].join('\n'),
    usage: ['list', 'add CODE', 'default CODE', 'remove CODE'],
    options: ['name', 'allow-data-loss', 'json', 'project', 'database'],
    examples: ['lectern locale add fr-FR', 'lectern locale default fr-FR', 'lectern locale list --json'],
    run: locale,
  },
  webhook: {
    summary: 'tell other programs when entries and files change',
    description: [
      'lectern serve sends each change to the URL as Strapi does, signed, and tries again while the receiver fails.',
      'Only writes by Lectern on a database of its own are sent; the secret for signatures is printed once.',
      'Addresses that are not public are refused, unless webhooks: { allowPrivate } in config/server names them when the server starts.',
      'test sends an event at once and prints the response; log shows what was sent, the newest first.',
      'rotate makes a new secret; for a day, requests are signed with the old one too.',
      'Waiting events of a disabled webhook are kept for a week, and sent when it is enabled again.',
    ].join('\n'),
    usage: [
      'list',
      'add URL',
      'rotate NAME_OR_ID',
      'remove NAME_OR_ID',
      'enable NAME_OR_ID',
      'disable NAME_OR_ID',
      'test NAME_OR_ID',
      'log [NAME_OR_ID]',
    ],
    options: ['name', 'event', 'with-header', 'preset', 'json', 'project', 'database'],
    examples: [
      'lectern webhook add https://ci.example.com/build --event entry.publish --event entry.unpublish',
      'lectern webhook add https://api.example.com/purge --preset cache-tags --name cdn',
      'lectern webhook test cdn',
      'lectern webhook log --json',
    ],
    run: webhook,
  },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}
