/** Hints for keys of bodies that other APIs have, and Strapi 4 had. */

import { missingValueHint } from '../errors/missing-value.ts'

/** The kind of object with an unknown key. */
export type BodyPlace = 'entry' | 'component' | 'link'

const DIRECTLY = 'Attributes stand directly in data: { "data": { "title": "Hello" } }'
const BY_PATH = 'The path says which content type it is: leave this key out'
const IN_URL = 'It is written in the URL: ?status=draft for a draft; without it, the entry is published'

const OF_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['attributes', DIRECTLY],
  ['fields', DIRECTLY],
  // Often by a client that writes `data` itself.
  ['data', `${DIRECTLY}. A client that adds data takes the attributes alone`],
  ['relationships', 'Relations stand beside the other attributes: { "data": { "author": "<documentId>" } }'],
  ...['type', '_type', '__type', '__typename'].map((key) => [key, BY_PATH] as const),
  ...['status', '_status', 'published', 'draft', 'publicationState'].map((key) => [key, IN_URL] as const),
  ...['lang', 'language', '_locale'].map((key) => [key, 'It is written in the URL: ?locale=fr-FR'] as const),
])

const OF_COMPONENTS: ReadonlyMap<string, string> = new Map([
  ['__component', 'Only the items of dynamic zones have __component: leave it out here'],
])

const CREATED_FIRST = 'Only entries that exist are linked: create the entry first, then write its documentId here'

const OF_LINKS: ReadonlyMap<string, string> = new Map([
  ['data', 'Write the documentId, or a list of them, without data around it'],
  ['attributes', 'Write the documentId, or a list of them'],
  ...['create', 'createMany', 'connectOrCreate', 'upsert'].map((key) => [key, CREATED_FIRST] as const),
  ['delete', 'Did you mean disconnect?'],
  ['remove', 'Did you mean disconnect?'],
  ['add', 'Did you mean connect?'],
])

const HINTS: Readonly<Record<BodyPlace, ReadonlyMap<string, string>>> = {
  entry: OF_ENTRIES,
  component: OF_COMPONENTS,
  link: OF_LINKS,
}

export function bodyKeyHint(key: string, place: BodyPlace, names: readonly string[]): string | undefined {
  return HINTS[place].get(key) ?? idHint(key, names) ?? missingValueHint(key, 'leave the key out')
}

/** `author_id`, `authorId`, `tagIds`. */
function idHint(key: string, names: readonly string[]): string | undefined {
  const [, stem] = /^(.+?)(?:_ids?|Ids?)$/.exec(key) ?? []
  const meant = names.find((name) => name === stem || name === `${stem}s`)
  return meant === undefined ? undefined : `Did you mean ${meant}?`
}
