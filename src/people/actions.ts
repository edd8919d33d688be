/** Actions that can be allowed: those of content types, and those of other endpoints. */

import { FIND_DRAFTS } from '../access/drafts.ts'
import { type ProjectError, refusal } from '../config/problem.ts'
import type { RestSettings } from '../config/settings.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { ContentType, Schema } from '../schema/schema.ts'

const COLLECTION = ['find', 'findOne', 'create', 'update', 'delete']
const SINGLE = ['find', 'update', 'delete']

const OTHERS = [
  'plugin::content-type-builder.content-types.getContentTypes',
  'plugin::content-type-builder.content-types.getContentType',
  'plugin::content-type-builder.components.getComponents',
  'plugin::content-type-builder.components.getComponent',
  'plugin::i18n.locales.listLocales',
  'plugin::upload.content-api.find',
  'plugin::upload.content-api.findOne',
  'plugin::upload.content-api.findPage',
  'plugin::upload.content-api.upload',
  'plugin::upload.content-api.destroy',
  'plugin::users-permissions.auth.callback',
  'plugin::users-permissions.user.me',
  'plugin::users-permissions.user.find',
  'plugin::users-permissions.user.findOne',
  'plugin::users-permissions.user.count',
  // No path needs it: a relation is shown to callers who may find its target.
  'plugin::users-permissions.role.find',
]

type ActionSettings = Pick<RestSettings, 'drafts' | 'extensions'>

/** Drafts have an action of their own where they are granted apart, and exports where there are any. */
export function knownActions(schema: Schema, settings: ActionSettings): readonly string[] {
  const types = typesWithRoutes(schema)
  return [...types.flatMap((type) => actionsOf(type, settings)), ...OTHERS]
}

function actionsOf({ uid, kind, draftAndPublish }: ContentType, settings: ActionSettings): readonly string[] {
  const { drafts, extensions } = settings
  const names = [
    ...(kind === 'singleType' ? SINGLE : COLLECTION),
    ...(draftAndPublish && drafts === 'granted' ? [FIND_DRAFTS] : []),
    ...(kind === 'collectionType' && extensions.on.has('export') ? ['export'] : []),
  ]
  return names.map((action) => `${uid}.${action}`)
}

/** `api::article.article.*` → all actions of the type. Throws when a word names none. */
export function expandActions(words: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => expand(word, known)))]
}

function expand(word: string, known: readonly string[]): readonly string[] {
  const owner = word.endsWith('.*') ? word.slice(0, -2) : null
  const meant = known.filter((action) => action === word || ownerOf(action) === owner)
  if (meant.length > 0) return meant
  if (word.endsWith(`.${FIND_DRAFTS}`) && known.includes(word.replace(/Drafts$/, ''))) throw noDraftAction(word, known)
  throw refusal(`There is no action "${word}".${hint(word, known)} There are:\n${listing(known)}`)
}

/** The type exists: it has no drafts, or they need no right of their own. */
function noDraftAction(word: string, known: readonly string[]): ProjectError {
  const others = known.filter((action) => action.endsWith(`.${FIND_DRAFTS}`))
  if (others.length > 0)
    return refusal(`${word}: entries of this type have no drafts. There are: ${others.join(', ')}.`)
  return refusal(
    `${word}: callers who may find entries may see their drafts. To make ${FIND_DRAFTS} a permission of its own, set rest: { drafts: 'granted' } in config/api.`,
  )
}

/** `article.find` and `api::article.find`, for `api::article.article.find`. */
const SHORT = /^(?:api::)?([^.:]+)\.([^.]+)$/

/** Names of actions in other programs. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ...['get', 'read', 'list', 'view'].map((name) => [name, 'find'] as const),
  ...['add', 'post', 'write'].map((name) => [name, 'create'] as const),
  ...['edit', 'put', 'publish', 'unpublish'].map((name) => [name, 'update'] as const),
  ['remove', 'delete'],
])

/** All actions of a type are suggested only for its bare name: for `get`, they would allow too much. */
function hint(word: string, known: readonly string[]): string {
  const owners = [...new Set(known.map(ownerOf))]
  const owner = owners.find((each) => [each, shortOf(each), `${shortOf(each)}s`].includes(word))
  if (owner !== undefined) return ` Did you mean ${owner}.*?`
  const full = word.replace(SHORT, 'api::$1.$1.$2')
  const called = `${ownerOf(full)}.${CALLED.get(full.slice(ownerOf(full).length + 1)) ?? ''}`
  const near = known.find((action) => action === full || action === called) ?? didYouMean(full, known)
  return near === null ? '' : ` Did you mean ${near}?`
}

/** `article` for `api::article.article`. */
const shortOf = (owner: string): string => owner.slice(owner.lastIndexOf('.') + 1)

/** One line for each type. */
export function listing(actions: readonly string[]): string {
  const owners = [...new Set(actions.map(ownerOf))]
  const lines = owners.map((owner) => {
    const names = actions.filter((action) => ownerOf(action) === owner).map((action) => action.slice(owner.length + 1))
    return `  ${owner}: ${names.join(', ')}`
  })
  return lines.join('\n')
}

const ownerOf = (action: string): string => action.slice(0, action.lastIndexOf('.'))
