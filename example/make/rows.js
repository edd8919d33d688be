/** Documents → the rows and links of an archive. Versions are linked by the same rule as in writes. */

import { createCounter, documentId } from './ids.js'
import { hasDrafts, isLocalized, MODELS } from './models.js'
import { PICTURES } from './pictures.js'

const DEFAULT_LOCALE = 'en'

export function rowsOf(documents) {
  const nextRow = createCounter()
  const rows = documents.flatMap(({ type, key, versions }) =>
    versions.map((version) => ({ type, key, id: nextRow(type), ...version })),
  )
  const byDocument = groupBy(rows, nameOf)
  const links = []
  const writing = {
    nextComponent: createCounter(),
    nextPlace: createCounter(),
    find: (type, key) => byDocument.get(nameOf({ type, key })) ?? missing(type, key),
    add: (link) => links.push(link),
  }
  const entities = rows.map((row) => ({ type: row.type, id: row.id, data: entityData(row, writing) }))
  return { entities, links }
}

const nameOf = ({ type, key }) => `${type} ${key}`

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function missing(type, key) {
  throw new Error(`There is no ${type} with the key "${key}".`)
}

function entityData(row, writing) {
  const { createdAt, updatedAt, publishedAt, locale } = row
  const system = { createdAt, updatedAt, publishedAt, locale }
  const { scalars, components } = split(MODELS.get(row.type), row.data, { ...writing, root: row }, row.id)
  return { documentId: documentId(row.type, row.key), ...scalars, ...system, ...components }
}

/** Values stay, relations and media become links. */
function split(model, data, writing, ref) {
  refuseUnknown(model, data)
  const [scalars, components] = [{}, {}]
  for (const [name, attribute] of Object.entries(model.attributes)) {
    const value = data[name] ?? null
    if (attribute.type === 'media') linkFiles({ type: model.uid, field: name, ref }, listed(value), writing)
    else if (attribute.type === 'relation') linkEntries(model, name, listed(value), writing, ref)
    else if (attribute.type === 'component') components[name] = componentsOf(attribute, value, writing)
    else if (attribute.type === 'dynamiczone') components[name] = (value ?? []).map((item) => zoneItem(item, writing))
    else scalars[name] = value
  }
  return { scalars, components }
}

function refuseUnknown({ uid, attributes }, data) {
  const unknown = Object.keys(data).find((name) => !Object.hasOwn(attributes, name))
  if (unknown !== undefined) throw new Error(`${uid} has no attribute "${unknown}".`)
}

const listed = (value) => (value === null ? [] : [value].flat())

function componentsOf({ component, repeatable }, value, writing) {
  if (repeatable) return (value ?? []).map((item) => componentData(component, item, writing))
  return value === null ? null : componentData(component, value, writing)
}

function zoneItem({ __component, ...data }, writing) {
  return { __component, ...componentData(__component, data, writing) }
}

function componentData(uid, data, writing) {
  const id = writing.nextComponent(uid)
  const { scalars, components } = split(MODELS.get(uid), data, writing, id)
  return { id, ...scalars, ...components }
}

function linkFiles(right, keys, { add }) {
  for (const [index, key] of keys.entries()) {
    const ref = PICTURES.findIndex((picture) => picture.key === key) + 1
    if (ref === 0) missing('picture', key)
    const left = { type: 'plugin::upload.file', field: 'related', ref }
    add({ kind: 'relation.morph', relation: 'morphToMany', left, right: { ...right, pos: index + 1 } })
  }
}

function linkEntries(model, field, keys, { find, add, nextPlace, root }, ref) {
  const { relation, target, inversedBy } = model.attributes[field]
  const isToMany = relation.endsWith('ToMany')
  const kind = target === model.uid ? 'relation.circular' : 'relation.basic'
  for (const [index, key] of keys.entries()) {
    for (const { id } of find(target, key).filter((row) => isPaired(root, row))) {
      const place = nextPlace(`${model.uid}.${field} ${id}`)
      const left = { type: model.uid, field, ref, ...(isToMany ? { pos: index + 1 } : {}) }
      const inverse = inversedBy === undefined ? {} : { field: inversedBy }
      const order = inversedBy !== undefined && relation.startsWith('many') ? { pos: place } : {}
      add({ kind, relation, left, right: { type: target, ...inverse, ref: id, ...order } })
    }
  }
}

/** Drafts are linked to drafts, documents without Draft & Publish to both versions, and each locale to itself. */
function isPaired(root, { type, status, locale }) {
  if (isLocalized(type) && locale !== (root.locale ?? DEFAULT_LOCALE)) return false
  return !hasDrafts(type) || !hasDrafts(root.type) || status === root.status
}
