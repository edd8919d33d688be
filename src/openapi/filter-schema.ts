/** A model → the schema of its `filters`, and of the operators for a value. */

import type { Attribute, Model, PolymorphicAttribute } from '../schema/schema.ts'
import { COMPARISON_OPERATORS, operandOf } from '../vocabulary/operators.ts'
import { type ValueKind, valueKind } from '../vocabulary/scalar-types.ts'
import { type Api, commonRef, displayNameOf, modelRef, shownAttributes } from './api.ts'
import type { JsonSchema } from './document.ts'
import { itemsSchema } from './items-schema.ts'
import { anyOf, listOf, objectOf } from './json-schema.ts'
import { entryFilter, oneSchema } from './quantifier-schema.ts'
import type { CommonName } from './schema-names.ts'

export function filtersSchema(api: Api, model: Model): JsonSchema {
  const self = modelRef(api, model.uid, 'Filters')
  const groups = { $and: listOf(self), $or: listOf(self), $not: self }
  const attributes = shownAttributes(api, model).flatMap((attribute): readonly (readonly [string, JsonSchema])[] => {
    const filter = attributeFilter(api, attribute)
    return filter === null ? [] : [[attribute.name, filter]]
  })
  return {
    title: `Filters on ${displayNameOf(model)}`,
    ...objectOf({ ...groups, ...Object.fromEntries(attributes) }, []),
    additionalProperties: false,
  }
}

function attributeFilter(api: Api, attribute: Attribute): JsonSchema | null {
  switch (attribute.kind) {
    case 'scalar': {
      const conditions = commonRef(CONDITIONS[valueKind(attribute.type)])
      const isInside = valueKind(attribute.type) === 'json' && api.rest.extensions.on.has('json')
      return isInside ? anyOf([conditions, INSIDE_JSON]) : conditions
    }
    case 'dynamiczone':
    case 'morphTo':
      return hasItems(api, attribute) ? itemsSchema(api, attribute) : null
    case 'media':
      if (api.rest.profile !== 'strapi') return null
  }
  const plain = entryFilter(api, attribute.target)
  if (!api.rest.extensions.on.has('quantifiers')) return plain
  const ofAll = attribute.toMany ? modelRef(api, attribute.target, 'Quantifiers') : oneSchema(api, attribute.target)
  return anyOf([plain, ofAll])
}

/** Extension `json`. */
const INSIDE_JSON: JsonSchema = {
  description: 'Conditions on what is inside: `[$path][camera.iso][$gte]=400`, and `[$has]=red` for a list.',
  ...objectOf(
    {
      $path: { type: 'object', additionalProperties: commonRef('TextConditions') },
      $has: anyOf([{ type: 'string' }, listOf({ type: 'string' })]),
    },
    [],
  ),
  additionalProperties: false,
}

function hasItems({ rest, anyTypes }: Api, attribute: PolymorphicAttribute): boolean {
  const { length } = attribute.kind === 'dynamiczone' ? attribute.components : anyTypes
  return length > 0 && rest.extensions.on.has('zones')
}

/** Other values are texts in a query string, and are cast to the type of the attribute. */
const CONDITIONS: Readonly<Record<ValueKind, CommonName>> = {
  id: 'NumberConditions',
  integer: 'NumberConditions',
  number: 'NumberConditions',
  boolean: 'BooleanConditions',
  text: 'TextConditions',
  choice: 'TextConditions',
  bigint: 'TextConditions',
  date: 'TextConditions',
  time: 'TextConditions',
  moment: 'TextConditions',
  json: 'TextConditions',
}

export const CONDITION_SCHEMAS = {
  TextConditions: conditions('a text, a date or a time', { type: 'string' }),
  NumberConditions: conditions('a number', { type: 'number' }),
  BooleanConditions: conditions('true or false', { type: 'boolean' }),
}

function conditions(what: string, value: JsonSchema): JsonSchema {
  const operands = { value, list: listOf(value), flag: { type: 'boolean' }, pair: pairOf(value) }
  const operators = COMPARISON_OPERATORS.map((operator) => [operator, operands[operandOf(operator)]])
  return {
    description: `Comparisons with ${what}; a value without an operator means $eq.`,
    anyOf: [value, { ...objectOf(Object.fromEntries(operators), []), additionalProperties: false }],
  }
}

function pairOf(value: JsonSchema): JsonSchema {
  return { ...listOf(value), minItems: 2, maxItems: 2 }
}
