/** An entry of an archive → the rows that it becomes: its own, and one for each component in it. */

import { isRecord } from '../config/project-config.ts'
import type { Value } from '../plan/read-plan.ts'
import { holdsComponents } from '../schema/attribute-kinds.ts'
import type { ComponentsAttribute, Model, ScalarAttribute, Schema } from '../schema/schema.ts'
import type { Room } from './column-room.ts'
import type { Difference } from './differences.ts'
import { storedValue } from './stored-value.ts'

export interface PlannedRow {
  readonly model: Model
  /** Its id in the archive; null where it has none. */
  readonly id: number | null
  readonly values: ReadonlyMap<ScalarAttribute, Value>
  readonly components: readonly PlannedComponents[]
}

export interface PlannedComponents {
  readonly attribute: ComponentsAttribute
  readonly rows: readonly PlannedRow[]
}

type Json = Readonly<Record<string, unknown>>

export interface RowPlanning {
  readonly schema: Schema
  /** Tests whether values fit into its columns. */
  readonly room: Room
  /** Called for everything that the project cannot store. */
  report(difference: Difference): void
}

export function planRow(model: Model, id: number | null, data: Json, planning: RowPlanning): PlannedRow {
  const values = new Map<ScalarAttribute, Value>()
  const components: PlannedComponents[] = []
  for (const [name, value] of Object.entries(data)) {
    if (name === 'id' || name === '__component') continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined) {
      if (!isNothing(value)) planning.report(unknownAttribute(model, name))
    } else if (attribute.kind === 'scalar') {
      const stored = storedValue(value, attribute.type)
      const excess = stored === undefined ? null : planning.room(model, attribute, stored)
      if (stored === undefined) planning.report(unfitValue(model, attribute, value))
      else if (excess !== null) planning.report(withoutRoom(model, attribute, value, excess))
      else values.set(attribute, stored)
    } else if (holdsComponents(attribute)) {
      components.push({ attribute, rows: planComponents(model, attribute, value, planning) })
    } else if (!isNothing(value)) planning.report(unexpectedValue(model, name))
  }
  return { model, id, values, components }
}

function planComponents(
  owner: Model,
  attribute: ComponentsAttribute,
  value: unknown,
  planning: RowPlanning,
): readonly PlannedRow[] {
  if (isNothing(value)) return []
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (items.length > 1 && !attribute.toMany) {
    planning.report(different(owner, attribute.name, 'The archive has several components here, the project one.'))
  }
  return items.flatMap((item) => {
    const model = isRecord(item) ? componentOf(owner, attribute, item, planning) : undefined
    if (!isRecord(item) || model === undefined) return []
    return [planRow(model, typeof item.id === 'number' ? item.id : null, item, planning)]
  })
}

function componentOf(
  owner: Model,
  attribute: ComponentsAttribute,
  { __component: named }: Json,
  { schema, report }: RowPlanning,
): Model | undefined {
  if (attribute.kind === 'component') return schema.components.get(attribute.target)
  if (typeof named === 'string' && attribute.components.includes(named)) return schema.components.get(named)
  const message = `The project does not allow the component "${String(named)}" here.`
  report({ kind: 'missing', type: owner.uid, attribute: `${attribute.name} › ${String(named)}`, message })
  return undefined
}

/** Nothing is lost with it. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function unknownAttribute({ uid, source }: Model, name: string): Difference {
  const written = isRecord(source.attributes) ? source.attributes[name] : undefined
  const isCustom = isRecord(written) && written.type === 'customField'
  const message = isCustom
    ? `The type of the custom field ${String(written.customField)} is not known. Set it in config/api, in rest.customFields.`
    : 'The project has no such attribute.'
  return { kind: 'missing', type: uid, attribute: name, message }
}

function unfitValue(model: Model, { name, type }: ScalarAttribute, value: unknown): Difference {
  return { ...different(model, name, `${shortened(value)} cannot be stored as ${type}.`), unfit: type }
}

/** It was of this type in the archive, too, on a database that has more room. */
function withoutRoom({ uid }: Model, { name }: ScalarAttribute, value: unknown, excess: string): Difference {
  const message = `${shortened(value)} ${excess}. --ignore-missing leaves such values out.`
  return { kind: 'missing', type: uid, attribute: name, message }
}

function shortened(value: unknown): string {
  const shown = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '')
  return shown.length > 40 ? `${shown.slice(0, 40)}…` : shown
}

function unexpectedValue(model: Model, name: string): Difference {
  return different(model, name, 'The archive has a value here, the project related entries.')
}

function different({ uid }: Model, attribute: string, message: string): Difference {
  return { kind: 'different', type: uid, attribute, message }
}
