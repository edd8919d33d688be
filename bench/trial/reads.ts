import { modelsOf } from '../../src/schema/models.ts'
import type { Attribute, ContentType, Schema } from '../../src/schema/schema.ts'
import type { Choices } from '../../test/fuzz/choices.ts'
import type { Request } from './pair.ts'

/** Differences between the two databases, in values or in order. */
const ownIds = /\bid\b|documentId|createdAt|updatedAt|publishedAt/

export type Reads = {
  readonly schema: Schema
  readonly names: Names
  readonly pick: Choices
  /** Documents to ask for, as the pair names them. */
  documents(type: ContentType): readonly string[]
  /** Whether both sides have the same ids. */
  readonly sameIds: boolean
  readonly headers: readonly Readonly<Record<string, string>>[]
}

const attributesOf = (schema: Schema): readonly Attribute[] =>
  modelsOf(schema).flatMap(({ attributes }) => [...attributes.values()])

/** Collected once for each schema, and used for every request. */
export type Names = {
  readonly json: readonly string[]
  /** A relation or component that is compared with a value is compared by its id: `filters[author][$in][0]=3`. */
  readonly comparesIds: RegExp
  /** Components get theirs when a database is adopted, on each side others: `filters[address][documentId]`. */
  readonly documentIdsInside: RegExp
}

export const namesIn = (schema: Schema): Names => {
  const attributes = attributesOf(schema)
  const json = attributes.flatMap((attribute) =>
    attribute.kind === 'scalar' && ['json', 'blocks'].includes(attribute.type) ? [attribute.name] : [],
  )
  const others = attributes.flatMap(({ kind, name }) => (kind === 'scalar' ? [] : [name]))
  const some = [...others, 'localizations'].join('|')
  const components = attributes.flatMap(({ kind, name }) => (kind === 'component' ? [name] : []))
  return {
    json,
    comparesIds: new RegExp(`\\[(${some})\\](\\[\\$\\w+\\])*(\\[\\d*\\])?=`),
    documentIdsInside: new RegExp(`\\b(${components.join('|')})\\b.*documentId`),
  }
}

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where nulls stand in an order, and the order of keys in JSON, are matters of the database. */
export const alikeIn = (query: string, { names, sameIds }: Reads): Request['alike'] => {
  const text = decoded(query)
  if (names.json.some((name) => text.includes(name)) || names.documentIdsInside.test(text)) return 'nothing'
  if (!sameIds && (ownIds.test(text) || names.comparesIds.test(text))) return 'nothing'
  return text.includes('sort') ? 'total' : 'all'
}

export const pathTo = (type: ContentType, { pick, documents }: Reads): string => {
  if (type.kind === 'singleType') return `/api/${type.singularName}`
  const known = documents(type)
  return pick.oncePer(5) && known.length > 0 ? `/api/${type.pluralName}/${pick.of(known)}` : `/api/${type.pluralName}`
}
