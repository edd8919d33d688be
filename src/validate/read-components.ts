/** Components and dynamic zones: objects, and lists of them, each a row of its own. */

import { targetOf } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import { type ComponentAttribute, type DynamicZoneAttribute, type Model, modelOf } from '../schema/schema.ts'
import type { ComponentInput, RowInput } from './document-input.ts'
import { brokenLength } from './list-length.ts'
import type { Place } from './place.ts'
import { readId } from './read-reference.ts'
import type { RowContext } from './row-context.ts'
import { wrongType } from './wrong-type.ts'

type Item = Readonly<Record<string, unknown>>

/** Reads what a row holds; handed in, because rows hold components in turn. */
export type ReadRow = (model: Model, data: Item, place: Place, context: RowContext) => RowInput

/** Null when something is wrong, which has been reported then. */
export function readComponent(
  value: unknown,
  attribute: ComponentAttribute,
  place: Place,
  context: RowContext,
  readRow: ReadRow,
): readonly ComponentInput[] | null {
  const model = targetOf(context.view, attribute)
  const one = (item: unknown, at: Place) => readItem(item, () => model, at, context, readRow)
  if (attribute.toMany) return readList(value, attribute, place, context, one)
  if (value === null) return []
  const item = one(value, place)
  return item === null ? null : [item]
}

export function readZone(
  value: unknown,
  attribute: DynamicZoneAttribute,
  place: Place,
  context: RowContext,
  readRow: ReadRow,
): readonly ComponentInput[] | null {
  const readNamed: ReadRow = (model, data, at, inner) => readRow(model, withoutName(data), at, inner)
  const one = (item: unknown, at: Place) =>
    readItem(item, (data) => componentNamed(data.__component, attribute, at, context), at, context, readNamed)
  return readList(value, attribute, place, context, one)
}

function readList(
  value: unknown,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  place: Place,
  { draft, report }: RowContext,
  one: (item: unknown, place: Place) => ComponentInput | null,
): readonly ComponentInput[] | null {
  if (!Array.isArray(value)) {
    // A list is emptied with []: Strapi takes no null here.
    report(place, wrongType('array', value), value)
    return null
  }
  const length = draft ? null : brokenLength(attribute, value.length)
  if (length !== null) report(place, length, value)
  const items = value.map((item, index) => one(item, [...place, index]))
  const good = items.filter((item) => item !== null)
  return good.length < items.length ? null : good
}

function readItem(
  value: unknown,
  chooseModel: (data: Item) => Model | null,
  place: Place,
  context: RowContext,
  readRow: ReadRow,
): ComponentInput | null {
  if (!isRecord(value)) {
    context.report(place, wrongType('object', value), value)
    return null
  }
  const model = chooseModel(value)
  const id = readComponentId(value.id, place, context)
  if (model === null || id === undefined) return null
  return { ...readRow(model, value, place, { ...context, creating: id === null }), id }
}

/** `__component` is not an attribute. */
function withoutName({ __component, ...data }: Item): Item {
  return data
}

function componentNamed(
  name: unknown,
  { components }: DynamicZoneAttribute,
  place: Place,
  { view, report }: RowContext,
): Model | null {
  const here = [...place, '__component']
  if (name === undefined || name === null || name === '') report(here, 'is a required field', name)
  else if (typeof name !== 'string') report(here, wrongType('string', name), name)
  else if (components.includes(name)) return modelOf(view.schema, name)
  else report(here, `must be one of the following values: ${components.join(', ')}`, name)
  return null
}

/** In a new entry every component is new, whatever it was copied from. */
function readComponentId(value: unknown, place: Place, { creating, report }: RowContext): number | null | undefined {
  if (creating || value === undefined || value === null) return null
  const id = readId(value)
  if (id !== null) return id
  report([...place, 'id'], 'must be the id of a component', value)
  return undefined
}
