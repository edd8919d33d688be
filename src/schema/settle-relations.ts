/**
 * Determines the link table of each relation. Strapi goes through models and attributes in order: a relation without
 * `mappedBy` gets its own table, and one with `inversedBy` gives its table to the relation that it names, whatever that
 * one's `mappedBy` is; the last one wins. A relation without a table is inert.
 */

import type { ReportOn } from './checks/known.ts'
import { isOfProject, mapModels, modelsOf } from './models.ts'
import type { Attribute, Model, RelationAttribute, Schema } from './schema.ts'

/** The schema in which `mappedBy` names the relation whose table is read; null: its own. */
export function settleRelations(schema: Schema, leaveOut: ReportOn): Schema {
  const sources = findSources(schema)
  const settled = <M extends Model>(model: M): M => settle(model, sources, leaveOut)
  return mapModels(schema, settled)
}

/** The relation whose table is read, and from which of its sides. */
interface Source {
  readonly uid: string
  readonly name: string
  readonly side: 'owner' | 'inverse'
}

/** By UID and name of the relation that reads. */
type Sources = ReadonlyMap<string, Source>

const keyOf = (uid: string, name: string) => `${uid} ${name}`

function findSources(schema: Schema): Sources {
  const sources = new Map<string, Source>()
  for (const { uid, attributes } of modelsOf(schema)) {
    for (const attribute of attributes.values()) {
      if (attribute.kind !== 'relation') continue
      const { name, target } = attribute
      const inverse = inverseOf(attribute)
      if (hasTable(attribute)) sources.set(keyOf(uid, name), { uid, name, side: 'owner' })
      if (inverse !== null) sources.set(keyOf(target, inverse), { uid, name, side: 'inverse' })
    }
  }
  return sources
}

const hasTable = ({ mappedBy, joinTable }: RelationAttribute) => mappedBy === null || joinTable !== null

/** The relation that gets the table too. A table that the schema file names itself is given to none. */
const inverseOf = ({ inversedBy, joinTable }: RelationAttribute) => (joinTable === null ? inversedBy : null)

function settle<M extends Model>(model: M, sources: Sources, leaveOut: ReportOn): M {
  const attributes = new Map<string, Attribute>()
  const inert = new Set<string>()
  for (const attribute of model.attributes.values()) {
    const source = sources.get(keyOf(model.uid, attribute.name))
    const settled = attribute.kind === 'relation' ? readingFrom(source, attribute) : attribute
    if (settled !== null) attributes.set(attribute.name, settled)
    else if (!attribute.hidden) inert.add(attribute.name)
    // Attributes that an extension removed from a built-in type are not reported.
    if (settled === null && attribute.kind === 'relation' && isOfProject(model)) {
      leaveOut(model.uid)(`attributes.${attribute.name}`, withoutTable(attribute, source))
    }
  }
  return { ...model, attributes, inert }
}

/** Null if it is inert, or if the links reference another type, since their ids would be mistaken for ids of this one. */
function readingFrom(source: Source | undefined, attribute: RelationAttribute): RelationAttribute | null {
  if (source === undefined) return null
  if (source.side === 'owner') return { ...attribute, mappedBy: null }
  return source.uid === attribute.target ? { ...attribute, mappedBy: source.name } : null
}

function withoutTable({ name, target }: RelationAttribute, source: Source | undefined): string {
  if (source !== undefined) {
    return `"${name}" is left out: "${source.name}" of ${source.uid} has inversedBy "${name}", so its links lead there, not to ${target}.`
  }
  return `"${name}" is left out: no relation of ${target} has inversedBy "${name}", so it has no links.`
}
