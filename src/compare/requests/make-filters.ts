/** Makes filters by existing values, so that they find something. */

import type { Model, NonScalarAttribute, ScalarAttribute, Schema } from '../../schema/schema.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import type { Json, JsonObject } from '../find-differences.ts'
import type { Random } from './random.ts'
import { nestedEntries, valuesOf } from './sample.ts'

/** A condition without the leading `filters`: `[title][$eq]=Hello`. */
export type Condition = string

/** Longer values would make URLs unreadable. */
const LONGEST = 60

export function conditionsOf(
  model: Model,
  entries: readonly JsonObject[],
  random: Random,
  schema: Schema,
): readonly Condition[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.hidden) return []
    if (attribute.kind === 'scalar') return scalarConditions(attribute, valuesOf(entries, attribute.name), random)
    return linkConditions(attribute, entries, random, schema)
  })
}

function scalarConditions(
  { name, type }: ScalarAttribute,
  values: readonly Json[],
  random: Random,
): readonly Condition[] {
  const [one, other] = random.shuffled(values.filter(isShort))
  if (one === undefined) return [`[${name}][$null]=true`]
  const value = encoded(one)
  const pair = other === undefined ? [] : [`[${name}][$in][0]=${value}&filters[${name}][$in][1]=${encoded(other)}`]
  const range = [`[${name}][$gt]=${value}`, `[${name}][$lte]=${value}`]
  switch (valueKind(type)) {
    case 'boolean':
      return [`[${name}][$eq]=${value}`, `[${name}][$ne]=${value}`]
    case 'id':
    case 'integer':
    case 'bigint':
    case 'number':
      return [`[${name}][$eq]=${value}`, ...pair, ...range]
    case 'date':
    case 'time':
    case 'moment':
      return [...range, `[${name}][$notNull]=true`]
    case 'choice':
      return [`[${name}][$eq]=${value}`, `[${name}][$ne]=${value}`, ...pair]
    case 'json':
      return [`[${name}][$notNull]=true`]
    case 'text':
      return [`[${name}][$eq]=${value}`, ...pair, ...textConditions(name, String(one), random)]
  }
}

function textConditions(name: string, text: string, random: Random): readonly Condition[] {
  const word = random.pick(text.split(/\s+/).filter((part) => part.length > 1)) ?? text
  const part = encoded(word)
  // Splits by code points: half of a surrogate pair cannot be encoded.
  const characters = [...text]
  return [
    `[${name}][$contains]=${part}`,
    `[${name}][$containsi]=${encoded(word.toUpperCase())}`,
    `[${name}][$startsWith]=${encoded(characters.slice(0, 3).join(''))}`,
    `[${name}][$endsWithi]=${encoded(characters.slice(-3).join(''))}`,
    `[${name}][$notContains]=${part}`,
    `[$not][${name}][$eqi]=${encoded(text)}`,
  ]
}

/** Conditions through a relation or component that the sample contains. */
function linkConditions(
  attribute: NonScalarAttribute,
  entries: readonly JsonObject[],
  random: Random,
  schema: Schema,
): readonly Condition[] {
  const { name, kind } = attribute
  if (kind === 'morphTo' || kind === 'dynamiczone' || kind === 'localizations' || kind === 'morphInverse') return []
  const nested = nestedEntries(entries, name)
  const target = schema.contentTypes.get(attribute.target) ?? schema.components.get(attribute.target)
  if (target === undefined || !entries.some((entry) => Object.hasOwn(entry, name))) return []
  const inside = [...target.attributes.values()].flatMap((inner) =>
    inner.kind === 'scalar' && !inner.hidden && !(target.kind === 'component' && inner.name === 'documentId')
      ? scalarConditions(inner, valuesOf(nested, inner.name), random)
      : [],
  )
  return [`[${name}][id][$null]=true`, ...random.some(inside, 3).map((condition) => below(name, condition))]
}

/** Moves `[$not]` before the relation, where both servers interpret it in the same way. */
function below(name: string, condition: Condition): Condition {
  const prefixed = condition.startsWith('[$not]') ? `[$not][${name}]${condition.slice(6)}` : `[${name}]${condition}`
  return prefixed.replaceAll('&filters[', `&filters[${name}][`)
}

function isShort(value: Json): boolean {
  return typeof value === 'object' ? false : String(value).length <= LONGEST && String(value) !== ''
}

function encoded(value: Json): string {
  return encodeURIComponent(String(value))
}
