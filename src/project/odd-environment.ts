/** Environment variables that probably do not have the intended effect. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { Environment } from '../config/project-config.ts'
import type { DatabaseTarget } from '../config/settings.ts'
import { databaseTarget } from '../dialects/database-target.ts'
import type { TargetSources } from '../dialects/found-target.ts'
import { unsetValues } from '../dialects/unset-values.ts'
import { didYouMean } from '../errors/did-you-mean.ts'

/** `sources`: where the database was looked for, and `used`: which one was found. */
export function oddEnvironment(
  folder: string,
  environment: Environment,
  sources: TargetSources,
  used: DatabaseTarget,
): readonly Notice[] {
  const messages = [oddStage(folder, environment.NODE_ENV ?? ''), unusedUrl(sources, used)]
  const ofMessages = messages.filter((message) => message !== null).map((message) => ({ ...NOWHERE, message }))
  return [...ofMessages, ...unsetValues(sources)].map((odd) => ({ ...odd, about: 'config', model: null }))
}

const NOWHERE = { file: null, path: null }

const PRODUCTION = 'production'

/** `prod`, and `production ` as `set NODE_ENV=production && …` writes it on Windows: pages for developers would be public. */
function oddStage(folder: string, stage: string): string | null {
  const isMeant = stage === 'prod' || stage.trim() === PRODUCTION || didYouMean(stage, [PRODUCTION]) !== null
  if (stage === PRODUCTION || !isMeant || existsSync(join(folder, 'config', 'env', stage))) return null
  return `NODE_ENV is ${JSON.stringify(stage)}, which is not production: the explorer and the description of the API are served. Did you mean "${PRODUCTION}"?`
}

/** A project whose configuration names a file, started where a server was provided for it. */
function unusedUrl(sources: TargetSources, used: DatabaseTarget): string | null {
  if (sources.override !== undefined || (sources.url ?? '') === '') return null
  const named = databaseTarget({ ...sources, configured: undefined })
  if (named.problems.length > 0 || named.target.client === used.client) return null
  const file = sources.configured?.file ?? 'config/database'
  return `DATABASE_URL is set and not used: ${file} names another database. To use it, read it there, or start with --database "$DATABASE_URL".`
}
