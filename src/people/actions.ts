/** What can be allowed: the actions of content types, and those of the endpoints beside them. */

import { didYouMean } from '../errors/did-you-mean.ts'
import type { ContentType, Schema } from '../schema/schema.ts'
import { refusal } from './refusal.ts'

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
]

export function knownActions(schema: Schema): readonly string[] {
  const types = [...schema.contentTypes.values()].filter((type) => type.hasRoutes)
  return [...types.flatMap(actionsOf), ...OTHERS]
}

function actionsOf({ uid, kind }: ContentType): readonly string[] {
  return (kind === 'singleType' ? SINGLE : COLLECTION).map((action) => `${uid}.${action}`)
}

/** `api::article.article.*` → all actions of the type. Throws when a word names none. */
export function expandActions(words: readonly string[], known: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => expand(word, known)))]
}

function expand(word: string, known: readonly string[]): readonly string[] {
  const owner = word.endsWith('.*') ? word.slice(0, -2) : null
  const meant = known.filter((action) => action === word || ownerOf(action) === owner)
  if (meant.length > 0) return meant
  const candidates = [...known, ...new Set(known.map((action) => `${ownerOf(action)}.*`))]
  throw refusal(`There is no action "${word}".${hint(word, candidates)} There are:\n${listing(known)}`)
}

function hint(word: string, candidates: readonly string[]): string {
  const whole = candidates.find((candidate) => candidate === `${word}.*`)
  const near = whole ?? didYouMean(word, candidates)
  return near === null ? '' : ` Did you mean ${near}?`
}

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
