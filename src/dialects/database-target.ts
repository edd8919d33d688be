/** Which database to use: from the command line, the project's configuration, or by convention. */

import { isRecord } from '../config/project-config.ts'
import { suggestion } from '../config/suggestion.ts'
import { BACKENDS, DEFAULT_BACKEND, EXAMPLES, isClientName } from './backends.ts'
import { type FoundTarget, found, notFound, type TargetSources } from './found-target.ts'
import { engineName, oddFileName } from './odd-file-name.ts'

/** An archive is independent of the database that it was exported from. */
const MOVE = `To move the content, write an archive with "strapi export --no-encrypt", and read it with "lectern import FILE --database content.db".`

export function databaseTarget(sources: TargetSources): FoundTarget {
  if (sources.override !== undefined) return named(sources.override, '--database', sources.currentFolder)
  const { configured } = sources
  const connection = isRecord(configured?.value) ? configured.value.connection : undefined
  if (configured === undefined) return unconfigured(sources)
  if (connection === undefined) {
    const stray = isRecord(configured.value)
      ? Object.keys(configured.value).find((key) => MISPLACED_OPTIONS.includes(key))
      : undefined
    return stray === undefined ? unconfigured(sources) : notFound(configured.file, stray, STRAY)
  }
  if (!isRecord(connection)) return notFound(configured.file, 'connection', 'This must be an object with a client.')
  return fromConfig(connection, configured.file, sources)
}

/**
 * Options that belong into `connection`. Ignoring them would open the default database instead of the configured one.
 */
const MISPLACED_OPTIONS = ['client', 'filename', 'connectionString', 'host', 'database', 'url', 'user', 'password']

const STRAY =
  "This belongs into connection, as in { connection: { client: 'sqlite', connection: { filename: 'content.db' } } }."

function clientSuggestion(client: string): string {
  const known = Object.entries(BACKENDS).find(([, { naming }]) => naming.otherNames.includes(client.toLowerCase()))
  return known === undefined ? suggestion(client, Object.keys(BACKENDS)) : ` Did you mean "${known[0]}"?`
}

function unconfigured(sources: TargetSources): FoundTarget {
  const { url = '', currentFolder } = sources
  if (url !== '') return named(url, 'DATABASE_URL', currentFolder)
  return DEFAULT_BACKEND.naming.fromConfig(undefined, sources)
}

/** The target for a file or a URL. `by`: the option that it comes from, for messages. */
function named(database: string, by: string, currentFolder: string): FoundTarget {
  const odd = oddFileName(database) ?? engineName(database)
  if (odd !== null) return notFound(null, null, `${by}: ${odd}`)
  for (const { naming } of Object.values(BACKENDS)) {
    const target = naming.fromText(database, currentFolder)
    if (target !== null) return found(target)
  }
  // A URL may contain a password: show only its scheme.
  const [scheme] = database.split('://')
  return notFound(null, null, `${by}: ${scheme}:// is not supported; give ${EXAMPLES}.`)
}

function fromConfig(connection: Readonly<Record<string, unknown>>, file: string, sources: TargetSources): FoundTarget {
  const { client, connection: options } = connection
  if (typeof options === 'function') {
    return notFound(file, 'connection.connection', 'A connection that is a function is not supported; give its values.')
  }
  if (isClientName(client)) return BACKENDS[client].naming.fromConfig(options, sources)
  const known = Object.keys(BACKENDS).map((name) => `"${name}"`)
  const served = `only ${known.join(' and ')} can be served`
  const message =
    client === undefined
      ? `No client is named; a variable that the file reads may be missing from .env; ${served}.`
      : `The client ${JSON.stringify(client)} is not supported; ${served}.${clientSuggestion(String(client)) || ` ${MOVE}`}`
  return notFound(file, 'connection.client', message)
}
