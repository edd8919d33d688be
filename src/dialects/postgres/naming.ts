/** How the command line and the configuration name a server. */

import type { Problem } from '../../config/problem.ts'
import { isRecord } from '../../config/project-config.ts'
import type { DatabaseTarget } from '../../config/settings.ts'
import type { Naming } from '../backend.ts'
import { type FoundTarget, found, notFound, type TargetSources } from '../found-target.ts'

const SCHEME = /^postgres(ql)?:\/\//i

/** What the driver accepts: a URL, a socket, or an empty text from an unset variable. */
const DRIVERS = /^(postgres(ql)?:\/\/|socket:|\/|$)/i

export const postgresNaming: Naming = {
  example: 'a postgresql:// URL',
  otherNames: ['pg', 'postgresql'],
  fromText: (text) => (SCHEME.test(text) ? target(text) : null),
  fromConfig,
  withoutValues: ({ connectionString, host }) => {
    if (connectionString) return {}
    // With a host, an empty connectionString is common: such configurations support both.
    return host ? { database: NAMED_BY_DRIVER } : { connectionString: HOST_OF_DRIVER, host: HOST_OF_DRIVER }
  },
}

const HOST_OF_DRIVER = 'the host that PGHOST names, or else localhost,'
const NAMED_BY_DRIVER = 'the database that PGDATABASE names, or else the one called like the user,'

function fromConfig(configured: unknown, { url, configured: config }: TargetSources): FoundTarget {
  const options = configured ?? (url || undefined)
  const named = isRecord(options) ? options.connectionString : options
  if (typeof named === 'string' && !DRIVERS.test(named)) {
    // The message does not repeat the text: it may contain a password.
    const path = isRecord(options) ? 'connection.connection.connectionString' : 'connection.connection'
    return notFound(
      config?.file ?? null,
      path,
      'This is not a postgresql:// URL: postgresql://user:password@host:5432/name.',
    )
  }
  if (typeof options === 'string' || isRecord(options)) return found(target(options))
  return notFound(
    config?.file ?? null,
    'connection.connection',
    'This must be a URL or an object with host, database, user and password.',
  )
}

const target = (connection: DatabaseTarget['connection']): DatabaseTarget => ({ client: 'postgres', connection })

export function replicaProblems(urls: readonly string[]): readonly Problem[] {
  return urls.flatMap((url, index) => {
    if (SCHEME.test(url) && URL.canParse(url)) return []
    const message = `Replica ${index + 1} is not a postgresql:// URL.`
    return [{ file: null, path: 'replicas', message }]
  })
}
