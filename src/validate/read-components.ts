/** Components and dynamic zones: objects, and lists of them, each a row of its own. */

import { targetOf } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import { didYouMeanHint } from '../errors/did-you-mean.ts'
import {
  type ComponentAttribute,
  type ComponentsAttribute,
  type DynamicZoneAttribute,
  type Model,
  modelOf,
} from '../schema/schema.ts'
import { componentHint } from './body-value-hints.ts'
import type { ComponentInput, RowInput } from './document-input.ts'
import { brokenLength, type FieldPath, wrongType } from './field-error.ts'
import { readId } from './read-reference.ts'
import { type Field, type RowContext, stepInto } from './row-context.ts'

type Item = Readonly<Record<string, unknown>>

/** Reads what a row holds; handed in, because rows hold components in turn. */
export type ReadRow = (model: Model, data: Item, place: FieldPath, context: RowContext) => RowInput

/** Null after an error, which has been reported. */
export function readComponent(
  value: unknown,
  field: Field<ComponentAttribute>,
  readRow: ReadRow,
): readonly ComponentInput[] | null {
  const model = targetOf(field.context.view, field.attribute)
  const one: ReadItem<ComponentAttribute> = (item, at) => readItem(item, at, () => model, readRow)
  if (field.attribute.toMany) return readList(value, field, one)
  if (value === null) return []
  const item = one(value, field)
  return item === null ? null : [item]
}

export function readZone(
  value: unknown,
  field: Field<DynamicZoneAttribute>,
  readRow: ReadRow,
): readonly ComponentInput[] | null {
  const readNamed: ReadRow = (model, data, at, inner) => readRow(model, withoutName(data), at, inner)
  return readList(value, field, (item, at) => readItem(item, at, (data) => componentNamed(data, at), readNamed))
}

type ReadItem<A extends ComponentsAttribute> = (item: unknown, field: Field<A>) => ComponentInput | null

function readList<A extends ComponentsAttribute>(
  value: unknown,
  field: Field<A>,
  readOne: ReadItem<A>,
): readonly ComponentInput[] | null {
  const { attribute, place } = field
  const { draft, report } = field.context
  if (!Array.isArray(value)) {
    // A list is emptied with []: Strapi takes no null here.
    report(place, wrongType('array', value), value)
    return null
  }
  const length = draft ? null : brokenLength(attribute, value.length)
  if (length !== null) report(place, length, value)
  const items = value.map((item, index) => readOne(item, stepInto(field, index)))
  const good = items.filter((item) => item !== null)
  return good.length < items.length ? null : good
}

function readItem(
  value: unknown,
  { place, context }: Field<ComponentsAttribute>,
  chooseModel: (data: Item) => Model | null,
  readRow: ReadRow,
): ComponentInput | null {
  if (!isRecord(value)) {
    context.report(place, wrongType('object', value), value)
    return null
  }
  const model = chooseModel(value)
  const id = readComponentId(value.id, place, context)
  if (model === null || id === undefined) return null
  const creating = id === null
  return { ...readRow(model, value, place, creating === context.creating ? context : { ...context, creating }), id }
}

/** `__component` is not an attribute. */
function withoutName({ __component, ...data }: Item): Item {
  return data
}

function componentNamed(data: Item, { attribute, place, context }: Field<DynamicZoneAttribute>): Model | null {
  const { components } = attribute
  const { view, report } = context
  const here = [...place, '__component']
  const name = data.__component
  if (name === undefined || name === null || name === '') {
    report(here, 'is a required field', name, () => componentHint(data, components))
  } else if (typeof name !== 'string') report(here, wrongType('string', name), name)
  else if (components.includes(name)) return modelOf(view.schema, name)
  else
    report(here, `must be one of the following values: ${components.join(', ')}`, name, () =>
      didYouMeanHint(name, components),
    )
  return null
}

/** In a new entry every component is new, even if it was sent with an id. */
function readComponentId(
  value: unknown,
  place: FieldPath,
  { creating, report }: RowContext,
): number | null | undefined {
  if (creating || value === undefined || value === null) return null
  const id = readId(value)
  if (id !== null) return id
  report([...place, 'id'], 'must be the id of a component', value)
  return undefined
}
