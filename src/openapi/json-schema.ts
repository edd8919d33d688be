/** Small parts that schemas are made of. */

import type { JsonSchema, Reference } from './document.ts'

export const NULL: JsonSchema = { type: 'null' }

export function schemaRef(name: string): JsonSchema & Reference {
  return { $ref: `#/components/schemas/${name}` }
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function objectOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties }
}

/** A schema that matches any of several; the schema itself if there is only one. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas }
}

export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return Object.keys(schema).length === 0 ? schema : anyOf([schema, NULL])
  const choices = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, ...choices, type: [schema.type, 'null'] }
}

/** One of several schemas, identified by a property. Values are those of the property, names those of schemas. */
export function discriminated(property: string, named: ReadonlyMap<string, string>): JsonSchema {
  const mapping = [...named].map(([value, name]) => [value, schemaRef(name).$ref])
  return {
    oneOf: [...named.values()].map(schemaRef),
    discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) },
  }
}
