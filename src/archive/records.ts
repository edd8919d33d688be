/** The records in the lines of an archive. */

import { isRecord } from '../config/project-config.ts'

type Json = Readonly<Record<string, unknown>>

/** The schema that entries were exported with. */
export interface SchemaRecord {
  readonly uid: string
  readonly attributes: Readonly<Record<string, Json>>
  readonly options: Json
  readonly pluginOptions: Json
}

/** One row of a content type, including its components. */
export interface EntityRecord {
  readonly type: string
  readonly id: number
  readonly data: Json
}

/** One row of a link table. The left side is the one that stores the link. */
export interface LinkRecord {
  readonly kind: string
  readonly relation: string
  readonly left: LinkEnd
  readonly right: LinkEnd
}

interface LinkEnd {
  readonly type: string
  readonly ref: number
  readonly field: string | null
  /** Its position in the list of the other side. */
  readonly pos: number | null
}

export type ConfigurationRecord =
  | { readonly type: 'core-store'; readonly value: Json }
  | { readonly type: 'webhook'; readonly value: Json }

/** These functions return null if the value is not such a record. */
export function toSchema(value: unknown): SchemaRecord | null {
  if (!isRecord(value) || typeof value.uid !== 'string' || !isRecord(value.attributes)) return null
  const attributes = Object.entries(value.attributes).map(([name, attribute]) => [name, objectOr(attribute)])
  return {
    uid: value.uid,
    attributes: Object.fromEntries(attributes),
    options: objectOr(value.options),
    pluginOptions: objectOr(value.pluginOptions),
  }
}

export function toEntity(value: unknown): EntityRecord | null {
  if (!isRecord(value) || typeof value.type !== 'string' || !isRecord(value.data)) return null
  const id = Number(value.id)
  return Number.isSafeInteger(id) ? { type: value.type, id, data: value.data } : null
}

export function toLink(value: unknown): LinkRecord | null {
  if (!isRecord(value) || typeof value.kind !== 'string' || typeof value.relation !== 'string') return null
  const [left, right] = [toEnd(value.left), toEnd(value.right)]
  return left === null || right === null ? null : { kind: value.kind, relation: value.relation, left, right }
}

/** For localizations `ref` is NaN: they refer to a documentId. They are recognized by the attribute's name. */
function toEnd(value: unknown): LinkEnd | null {
  if (!isRecord(value) || typeof value.type !== 'string') return null
  const field = typeof value.field === 'string' ? value.field : null
  return { type: value.type, ref: Number(value.ref), field, pos: typeof value.pos === 'number' ? value.pos : null }
}

export function toConfiguration(value: unknown): ConfigurationRecord | null {
  if (!isRecord(value) || !isRecord(value.value)) return null
  return value.type === 'core-store' || value.type === 'webhook' ? { type: value.type, value: value.value } : null
}

function objectOr(value: unknown): Json {
  return isRecord(value) ? value : {}
}
