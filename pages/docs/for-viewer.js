/**
 * The description of the API as the viewer shows it soonest. Version 3.1 has it walk through the whole description when it
 * starts and whenever an operation is opened, which takes seconds; 3.0 does not. The description itself stays as it is.
 */

export function forViewer(description) {
  const { components } = description
  return asOlder({ ...description, components: { ...components, schemas: shallow(components.schemas) } })
}

/**
 * The viewer expands every reference of a schema, again and again for types that refer to each other. Here populated
 * entries, and filters on them, are only named.
 */
function shallow(schemas) {
  const isEntry = (name) => schemas[name]?.required?.includes('documentId') || schemas[name]?.properties?.$and
  const named = (name) => ({ type: 'object', title: name, description: `As in ${name}.` })
  const cut = (value, isProperty) => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => cut(item, isProperty))
    const name = value.$ref?.split('/').at(-1)
    if (isProperty && name !== undefined && isEntry(name)) return named(name)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, cut(item, isProperty || key === 'properties')]),
    )
  }
  const cutAll = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema.properties?.meta && schema.properties.data ? schema : cut(schema, false),
  ])
  return Object.fromEntries(cutAll)
}

function asOlder(description) {
  const { paths, components, ...rest } = description
  return { ...rest, openapi: '3.0.4', paths: older(paths), components: older(components) }
}

/** Values, in which a key has no meaning. */
const VALUES = new Set(['example', 'default', 'enum', 'value', 'mapping'])

/** Rewrites 3.1 keywords for 3.0: nullable types, constants, lists of examples, files. */
function older(node) {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(older)
  const { properties, items, type, anyOf, const: only, examples, contentMediaType, ...rest } = node
  return {
    ...olderType(type),
    ...Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, VALUES.has(key) ? item : older(item)])),
    ...(properties !== undefined && { properties: olderEach(properties) }),
    ...(items !== undefined && { items: withType(older(items)) }),
    ...(anyOf !== undefined && olderChoice(anyOf)),
    ...(only !== undefined && { enum: [only] }),
    ...(examples !== undefined && (Array.isArray(examples) ? { example: examples[0] } : { examples })),
    ...(contentMediaType !== undefined && { format: 'binary' }),
  }
}

/** Keys that are names, `type` among them. */
function olderEach(named) {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, older(schema)]))
}

function olderType(type) {
  if (type === 'null') return { type: 'object', nullable: true, enum: [null] }
  return Array.isArray(type) ? olderChoice(type.map((one) => ({ type: one }))) : { ...(type !== undefined && { type }) }
}

/** The viewer shows the type of items, and has a box to write them into, only where they themselves have a type. */
function withType(items) {
  const isText = items.type === undefined && items.anyOf?.every(({ type }) => type === 'string')
  return isText ? { type: 'string', ...items } : items
}

/** Null is no type of its own: each type may be null, or else all are references, to entries and components. */
function olderChoice(choices) {
  const others = choices.filter(({ type }) => type !== 'null').map(older)
  if (others.length === choices.length) return { anyOf: others }
  if (others.some(({ type }) => type === undefined)) return { type: 'object', nullable: true, anyOf: others }
  const orNull = others.map((other) => ({ ...other, nullable: true }))
  return orNull.length === 1 ? orNull[0] : { anyOf: orNull }
}
