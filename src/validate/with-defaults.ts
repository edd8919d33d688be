/** Adds values that were not sent to a new row: defaults, and slugs made from other attributes. */

import type { Attribute, ScalarAttribute } from '../schema/schema.ts'
import type { RowInput, StoredValue } from './document-input.ts'
import { readScalar } from './read-scalar.ts'
import { slugify } from './slugify.ts'

/** Also for an update that turns out to create its row: a missing locale, or a single type written for the first time. */
export function withDefaults<Row extends RowInput>(row: Row): Row {
  if (![...row.model.attributes.values()].some(mayBeFilledIn)) return row
  const scalars = new Map(row.scalars)
  const slugs = new Map(row.slugs)
  const attributes = [...row.model.attributes.values()].filter((attribute) => attribute.kind === 'scalar')
  for (const attribute of attributes) {
    const fallback = attribute.rules.default
    if (fallback !== undefined && attribute.type !== 'uid' && !scalars.has(attribute)) {
      scalars.set(attribute, storedDefault(attribute))
    }
  }
  // After all defaults: a slug may be made from one.
  for (const attribute of attributes.filter(({ type }) => type === 'uid')) {
    if (slugs.has(attribute) || (scalars.get(attribute) ?? null) !== null) continue
    const slug = slugOf(attribute, row.model.attributes, scalars)
    if (slug === '') continue
    slugs.set(attribute, slug)
    scalars.delete(attribute)
  }
  return { ...row, scalars, slugs }
}

/** Most components have no such attribute, and there may be a thousand of them in a body. */
function mayBeFilledIn(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && (attribute.type === 'uid' || attribute.rules.default !== undefined)
}

function storedDefault({ name, type, rules }: ScalarAttribute): StoredValue {
  const reading = readScalar(type, rules.default)
  if ('value' in reading) return reading.value
  throw new Error(`the default of ${name} ${reading.wrong}: the schema was not checked`)
}

function slugOf(
  { rules }: ScalarAttribute,
  attributes: RowInput['model']['attributes'],
  scalars: RowInput['scalars'],
): string {
  const target = rules.targetField === null ? undefined : attributes.get(rules.targetField)
  const source = target?.kind === 'scalar' ? (scalars.get(target) ?? '') : ''
  const text = source === '' ? (rules.default ?? '') : source
  return slugify(String(text), rules.slug).slice(0, rules.maxLength ?? LONGEST)
}

/** Shortened, so that the suffix that makes it unique fits into the column. */
const LONGEST = 240
