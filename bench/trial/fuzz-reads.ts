import type { Attribute, ContentType, Schema } from '../../src/schema/schema.ts'
import { brokenQuery } from '../../test/fuzz/broken.ts'
import type { Choices } from '../../test/fuzz/choices.ts'
import { someQuery } from '../../test/fuzz/grammar.ts'
import type { Request } from './pair.ts'

/** What each side has of its own, or keeps in an order of its own. */
const ownIds = /\bid\b|documentId|createdAt|updatedAt|publishedAt/

export type Reads = {
  readonly schema: Schema
  readonly pick: Choices
  /** Documents to ask for, as the pair names them. */
  documents(type: ContentType): readonly string[]
  /** Whether both sides have the same ids. */
  readonly sameIds: boolean
  readonly headers: readonly Readonly<Record<string, string>>[]
}

const attributesOf = (schema: Schema): readonly Attribute[] =>
  [...schema.contentTypes.values(), ...schema.components.values()].flatMap(({ attributes }) => [...attributes.values()])

const jsonNames = (schema: Schema): readonly string[] =>
  attributesOf(schema).flatMap((attribute) =>
    attribute.kind === 'scalar' && ['json', 'blocks'].includes(attribute.type) ? [attribute.name] : [],
  )

/** A relation or component that is compared with a value is compared by its id: `filters[author][$in][0]=3`. */
const comparesIds = (text: string, schema: Schema): boolean => {
  const names = attributesOf(schema).flatMap(({ kind, name }) => (kind === 'scalar' ? [] : [name]))
  return new RegExp(`\\[(${[...names, 'localizations'].join('|')})\\](\\[\\$\\w+\\])*(\\[\\d*\\])?=`).test(text)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where nulls stand in an order, and the order of keys in JSON, are matters of the database. */
const alikeIn = (query: string, { schema, sameIds }: Reads): Request['alike'] => {
  const text = decoded(query)
  if (jsonNames(schema).some((name) => text.includes(name))) return 'nothing'
  if (!sameIds && (ownIds.test(text) || comparesIds(text, schema))) return 'nothing'
  return text.includes('sort') ? 'total' : 'all'
}

const pathTo = (type: ContentType, { pick, documents }: Reads): string => {
  if (type.kind === 'singleType') return `/api/${type.singularName}`
  const known = documents(type)
  return pick.oncePer(5) && known.length > 0 ? `/api/${type.pluralName}/${pick.of(known)}` : `/api/${type.pluralName}`
}

/** Two of three in the grammar of the query language, one broken. */
export const someRead = (reads: Reads): Request => {
  const { schema, pick } = reads
  const type = pick.of([...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes))
  const sample = someQuery({ schema, pick }, type)
  const query = pick.oncePer(3) ? brokenQuery(pick, sample) : sample
  return {
    method: pick.oncePer(50) ? pick.of(['HEAD', 'OPTIONS', 'PATCH']) : 'GET',
    path: `${pathTo(type, reads)}?${query}`,
    headers: pick.of(reads.headers),
    alike: alikeIn(query, reads),
  }
}
