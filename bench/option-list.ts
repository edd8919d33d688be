/** Every option, for the parser and for `--help`. */
export const optionList = {
  strapi: { type: 'boolean', default: false, help: 'measure Strapi too; installs it the first time' },
  warm: { type: 'boolean', default: false, help: 'measure Lectern a second time, with cached responses' },
  database: { type: 'string', default: 'sqlite', value: 'KIND', help: '"sqlite", or "postgres": a server of its own' },
  scale: { type: 'string', value: 'N', help: 'how often the content of the fixture is there: 400, 4 with --soak' },
  state: { type: 'string', default: 'both', value: 'STATE', help: '"as-is", "indexed" or "both": with which indexes' },
  indexes: { type: 'string', value: 'FILE', help: 'more indexes for the state "indexed": one "create index" a line' },
  'kept-totals': {
    type: 'boolean',
    default: false,
    help: 'hand-written SQL too reads the totals that the database keeps; with --state indexed',
  },
  only: { type: 'string', multiple: true, default: [] as string[], value: 'QUERY', help: 'this query; repeatable' },
  seconds: {
    type: 'string',
    value: 'N',
    help: 'length of a round, 1.2 by default, 5 with --writes, 10 with --overload',
  },
  rounds: { type: 'string', default: '3', value: 'N', help: 'rounds for each query and server' },
  connections: { type: 'string', default: '8', value: 'N', help: 'requests under way at a time' },
  lectern: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'ARG',
    help: 'for "lectern serve"; repeatable',
  },
  out: { type: 'string', value: 'FILE', help: 'where the figures go; the chart is made beside it' },
  sizes: { type: 'boolean', default: false, help: 'instead: three queries at 1/100, 1/10 and all of the scale' },
  beyond: { type: 'boolean', default: false, help: 'instead: results that Strapi has no request for' },
  writes: {
    type: 'boolean',
    default: false,
    help: 'instead: four queries with and without a write each second, also of a draft',
  },
  callers: { type: 'boolean', default: false, help: 'instead: two queries by the public, with a token and by a user' },
  urls: {
    type: 'boolean',
    default: false,
    help: 'instead: URLs that were never seen before, and the first requests of a process',
  },
  capacity: { type: 'boolean', default: false, help: 'instead: processor time a request, cached and not' },
  workers: { type: 'boolean', default: false, help: 'instead: two processes against one, without a cache' },
  start: { type: 'boolean', default: false, help: 'instead: from the start of a process to its first response' },
  soak: { type: 'boolean', default: false, help: 'instead: many kinds of requests, and what memory does' },
  overload: { type: 'boolean', default: false, help: 'instead: what is answered when too much is asked' },
  minutes: { type: 'string', value: 'N', help: 'for how long at most: with --soak 2.5, with --fuzz 600' },
  requests: {
    type: 'string',
    value: 'N',
    help: 'with --soak: how many at most, 200000; with --urls: of each kind, 5000',
  },
  kills: {
    type: 'string',
    value: 'N',
    help: 'instead: kill the server while it writes, so many times; nothing may be lost',
  },
  fuzz: {
    type: 'string',
    value: 'N',
    help: 'instead: so many random requests to SQLite and PostgreSQL; all answers alike',
  },
  seed: {
    type: 'string',
    default: '20261115',
    value: 'N',
    help: 'with --kills, --fuzz and --write-check: another one, other requests',
  },
  'open-check': { type: 'boolean', default: false, help: 'instead: whether Strapi opens what Lectern made' },
  'write-check': { type: 'boolean', default: false, help: 'instead: whether Strapi answers the same writes alike' },
  help: { type: 'boolean', default: false, help: 'this list' },
} as const

const nameAndValue = ([name, option]: readonly [string, object]): string =>
  'value' in option ? `--${name} ${option.value}` : `--${name}`

const defaultOf = (option: object): string =>
  'default' in option && typeof option.default === 'string' ? ` (${option.default})` : ''

export const helpText = (): string => {
  const options = Object.entries(optionList)
  const width = Math.max(...options.map((option) => nameAndValue(option).length))
  const lines = options.map((entry) => `  ${nameAndValue(entry).padEnd(width)}  ${entry[1].help}${defaultOf(entry[1])}`)
  return ['npm run bench -- [options]', '', ...lines].join('\n')
}
