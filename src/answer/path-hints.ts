/** Hints for unknown paths. They reveal no content. */

import type { RestSettings, Settings } from '../config/settings.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { type Extension, extensionHint } from '../vocabulary/extensions.ts'

/** Paths outside the prefix that belong to an extension. */
const OWN_PATHS: ReadonlyMap<string, Extension> = new Map([
  ['/_batch', 'batch'],
  ['/_mcp', 'mcp'],
])

/** First path segments in Strapi, its plugins and other servers. People try them below the prefix, too. */
const STRAPI_PATHS = new Map<string, (prefix: string) => string>([
  ['graphql', (prefix) => `Lectern has no GraphQL. The same entries are read with GET below ${prefix}/`],
  [
    'admin',
    (prefix) =>
      `Lectern has no admin panel. Entries are written below ${prefix}/, or in Strapi if the database is Strapi's`,
  ],
  ...['documentation', 'docs', 'swagger', 'api-docs', 'openapi', '_openapi', 'openapi.json'].map(
    (name) => [name, () => 'The API is described at /_docs'] as const,
  ),
  ...['health', 'healthz', 'ready', 'readyz'].map(
    (name) => [name, () => '/_health says whether the process runs, and /_ready whether it can answer'] as const,
  ),
  ['metrics', () => 'Metrics are at /_metrics, with rest.metrics: true in config/api'],
  ['locales', (prefix) => `The locales are at ${prefix}/i18n/locales`],
  ...['files', 'media'].map(
    (name) => [name, (prefix: string) => `Files are listed at ${prefix}/upload/files`] as const,
  ),
])

/** For a path outside the prefix. Not in production, where it would tell attackers which server this is. */
export function hintOutside(path: string, { rest, plugins }: Pick<Settings, 'rest' | 'plugins'>): string | undefined {
  const { prefix, metrics, extensions, profile } = rest
  if (!extensions.hints || path.startsWith('/uploads/')) return undefined
  const lower = path.toLowerCase()
  // Strapi responds to all of these with a 404, except to those of plugins.
  if (profile === 'strapi') {
    return lower === '/graphql' && plugins.includes('graphql') ? STRAPI_PATHS.get('graphql')?.(prefix) : undefined
  }
  const extension = OWN_PATHS.get(lower)
  if (extension !== undefined) return extensionHint(extension, extensions)
  if (lower === '/_metrics' && !metrics) return 'Metrics are off. To switch them on: rest.metrics: true in config/api'
  const ofStrapi = STRAPI_PATHS.get(lower.split('/')[1] ?? '')
  return ofStrapi === undefined ? `Paths of entries begin with ${prefix}/` : ofStrapi(prefix)
}

/** For a path below the prefix that Strapi has no page for, either: `/api/graphql`. */
export function hintForPage(name: string, { prefix, extensions, profile }: RestSettings): string | undefined {
  if (!extensions.hints || profile === 'strapi') return undefined
  return STRAPI_PATHS.get(name.toLowerCase())?.(prefix)
}

export const BY_COMMAND = 'Users are managed on the command line: lectern user --help'

const LOG_IN = 'Log in with POST …/auth/local and { "identifier": "ada@example.com", "password": "…" }'

/**
 * Strapi's paths for users and permissions, below the prefix; Lectern has commands for these. The first match counts.
 */
const USERS_PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/auth\/local\/register/, `There is no registration here. ${BY_COMMAND}`],
  [/^\/connect\/|^\/auth\/[^/]+\/callback/, `There is no sign-in with other providers here. ${BY_COMMAND}`],
  [/^\/auth\/(forgot|reset|change)-password/, 'Passwords are changed on the command line: lectern user --help'],
  [/^\/auth\/(log-?in|sign-?in|token|admin)?$/, LOG_IN],
  [/^\/auth\/|^\/users(\/|$)/, BY_COMMAND],
  [/^\/users-permissions\//, 'Roles are managed on the command line: lectern role --help'],
]

/** The paths that exist in Strapi itself: in its profile, all others get the same 404 without a hint. */
const IN_STRAPI =
  /^\/(auth\/(local\/register|(forgot|reset|change)-password|(send-)?email-confirmation|refresh|logout|[^/]+\/callback)|connect\/.+|users-permissions\/(roles|permissions)(\/.*)?)$/

/** Whether the path exists in Strapi, which then checks the credentials first. */
export function isUsersPath(path: string, { prefix }: Pick<RestSettings, 'prefix'>): boolean {
  return entryFor(path, prefix) !== undefined
}

function entryFor(path: string, prefix: string) {
  const below = belowPrefix(path, prefix)
  return USERS_PATHS.find(([pattern]) => pattern.test(below))
}

const belowPrefix = (path: string, prefix: string): string => path.slice(prefix.length).toLowerCase()

const STAYS_WITH_STRAPI = "The database is Strapi's, and so are its users: send requests for this path to Strapi"

/** For a path below the prefix that exists only in Strapi. */
export function hintForUsers(
  path: string,
  { prefix, extensions, profile }: RestSettings,
  isWritable: boolean,
): string | undefined {
  if (!extensions.hints) return undefined
  if (profile === 'strapi' && !IN_STRAPI.test(belowPrefix(path, prefix))) return undefined
  const [, hint] = entryFor(path, prefix) ?? []
  return hint === undefined || isWritable ? hint : STAYS_WITH_STRAPI
}

/** For a path below the prefix that begins with the name of an installed plugin. */
export function hintForPlugin(name: string, { plugins, rest }: Pick<Settings, 'plugins' | 'rest'>): string | undefined {
  if (!rest.extensions.hints || !plugins.includes(name.toLowerCase())) return undefined
  return `This is a path of the plugin ${name}, and plugins are not run here: send requests for it to Strapi`
}

/** Extensions that have a path below each content type: `/api/articles/actions/export`. */
const ACTIONS: ReadonlyMap<string, Extension> = new Map([
  ['aggregate', 'aggregates'],
  ['export', 'export'],
  ['query', 'query'],
  ['watch', 'watch'],
])

const VERBS = ['publish', 'unpublish', 'discard']

/**
 * For a path below that of a content type: an extension that is off, a misspelt action, or an action without
 * `/actions/`.
 */
export function hintForAction(path: string, { extensions }: RestSettings): string | undefined {
  const action = path.split('/actions/')[1]
  if (action === undefined) return hintForVerb(path)
  const extension = ACTIONS.get(action)
  if (extension !== undefined) return extensionHint(extension, extensions)
  const known = [...ACTIONS].filter(([, name]) => extensions.on.has(name)).map(([name]) => name)
  const meant = didYouMean(action, [...known, ...VERBS])
  return meant === null ? undefined : `Did you mean …/actions/${meant}?`
}

/** `POST /api/articles/<documentId>/publish` lacks `/actions`. */
function hintForVerb(path: string): string | undefined {
  const last = path.split('/').at(-1) ?? ''
  return VERBS.includes(last) ? `Did you mean …/actions/${last}?` : undefined
}
