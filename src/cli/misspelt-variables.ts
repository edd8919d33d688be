/**
 * Finds environment variables that are probably misspelt: with `LECTERN_DATABSE`, another database would be used
 * without a warning.
 */

import { OPTIONS } from './options.ts'
import { suggest } from './usage-error.ts'

const PREFIX = 'LECTERN_'

/**
 * Variables without an option: secrets, which other users could see on a command line, and one that is not for users.
 */
const WITHOUT_OPTION = [
  'LECTERN_COMPARE_TOKEN',
  'LECTERN_COMPARE_STRAPI_TOKEN',
  'LECTERN_MCP_TOKEN',
  'LECTERN_PULL_TOKEN',
  'LECTERN_DEBUG',
]

/** Variables that other programs read, too. */
const WITHOUT_PREFIX = ['LOG_LEVEL', 'DATABASE_URL', 'NODE_ENV', 'ENV_PATH', 'API_TOKEN_SALT', 'JWT_SECRET']

const KNOWN: readonly string[] = [...Object.values(OPTIONS).map(({ env }) => env), ...WITHOUT_OPTION]

/** A variable that resembles none, such as `LECTERN_URL` of a front end, may be intended, and is not reported. */
export function misspeltVariables(env: NodeJS.ProcessEnv): readonly string[] {
  const unset = KNOWN.filter((name) => env[name] === undefined).map((name) => name.slice(PREFIX.length))
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(PREFIX) || KNOWN.includes(name)) return []
    const bare = name.slice(PREFIX.length)
    const suggestion = WITHOUT_PREFIX.includes(bare) ? ` Did you mean ${bare}?` : suggest(bare, unset, PREFIX)
    return suggestion === '' ? [] : [`There is no variable ${name}.${suggestion} It is ignored.`]
  })
}
