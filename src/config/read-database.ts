/** Reads the settings of `config/database` that apply to every database. */

import type { Overrides } from './overrides.ts'
import type { Environment } from './project-config.ts'
import type { SettingReader } from './setting-readers.ts'
import type { DatabaseOptions } from './settings.ts'

const A_STATEMENT = 15_000
const A_CONNECTION = 5_000
const MOST_WAITING = 1_000

export function readDatabase(
  read: SettingReader,
  environment: Environment,
  overrides: Pick<Overrides, 'replicas'>,
): Omit<DatabaseOptions, 'answerSize' | 'populatedRows'> {
  return {
    pool: readPool(read),
    statementTimeout: read.positiveInteger('database', 'settings.statementTimeout', A_STATEMENT),
    // The `.env` of a project may set TZ for the server that wrote its database.
    timeZone: read.text('database', 'settings.timeZone', null) ?? (environment.TZ || null),
    replicas: overrides.replicas ?? read.names('database', 'connection.replicas'),
  }
}

function readPool(read: SettingReader): DatabaseOptions['pool'] {
  const max = read.positiveInteger('database', 'connection.pool.max', 10)
  const min = readLeast(read)
  if (min > max) read.problem('database', 'connection.pool.min', `This must not be above pool.max, which is ${max}.`)
  const acquireTimeout = read.positiveInteger('database', 'connection.acquireConnectionTimeout', A_CONNECTION)
  const queue = read.positiveInteger('database', 'connection.pool.queue', MOST_WAITING)
  return { min: Math.min(min, max), max, queue, acquireTimeout }
}

function readLeast(read: SettingReader): number {
  const path = 'connection.pool.min'
  return Number(read.raw('database', path)) === 0 ? 0 : read.positiveInteger('database', path, 0)
}
