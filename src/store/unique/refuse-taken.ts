/** Values that no two published entries of a type may share, within a locale, nor two components of one entry. */

import { columnOf } from '../../plan/columns.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, join, sql } from '../../sql/sql.ts'
import type { StoredValue } from '../../validate/document-input.ts'
import { type FieldError, NOT_UNIQUE, refuseFields, shownValue } from '../../validate/field-error.ts'
import { uniqueAttributes } from '../../validate/unique-attributes.ts'
import {
  type ComponentOwner,
  componentGroups,
  joinAlongTrail,
  type TrailAliases,
} from '../components/component-trail.ts'
import { inOtherPublishedDocuments } from './other-documents.ts'
import { lockValues, type UniqueInComponents } from './unique-components.ts'
import { takenValues, type WrittenRow } from './unique-values.ts'

const HERE: TrailAliases = { root: 'r', place: 'p', end: 'e' }
const THERE: TrailAliases = { root: 's', place: 'q', end: 'f' }

interface Part extends ComponentOwner<Part> {
  readonly scalars: ReadonlyMap<ScalarAttribute, StoredValue>
}

/** After the row was written, or before it is published: reports every value that is taken, all at once. */
export async function refuseTakenValues(written: WrittenRow, row: Part): Promise<void> {
  const { store, document, id } = written
  const errors: FieldError[] = [...(await takenValues(written, row.scalars))]
  for (const group of componentGroups<Part>(row)) {
    for (const attribute of uniqueAttributes(group.model)) {
      const unique = { store, document, group, attribute }
      await lockValues(unique)
      errors.push(...(await takenInComponents(unique, id)))
    }
  }
  refuseFields(errors)
}

/** The values of the row `id` that another document has, or that it has twice. */
async function takenInComponents(unique: UniqueInComponents<Part>, id: number): Promise<readonly FieldError[]> {
  const { store, document, attribute } = unique
  const { trail, model } = unique.group
  const { name: columnName, kind } = columnOf(model, attribute, store.tables)
  const value = column('e', columnName)
  const given = kind === 'text' ? sql` and ${value} <> ''` : sql``
  // Two sets, each evaluated once: comparing each value with all others would be quadratic.
  const there = sql`select ${column('f', columnName)} from ${joinAlongTrail({ store, type: document.type, trail }, THERE)}`
  const inside = sql`${there} where s."id" = ${bind(id)} group by ${column('f', columnName)} having count(*) > 1`
  const elsewhere = inOtherPublishedDocuments({ store, document, attribute: trail[0].attribute }, THERE.root)
  const others = sql`${there} where ${join(elsewhere, ' and ')}`
  const repeated = sql`(${value} in (${inside}) or ${value} in (${others}))`
  const shown = store.dialect.jsonObject([{ key: 'value', value: store.dialect.shown(value, kind) }])
  const orders = trail.map((_, depth) => column(`${HERE.place}${depth}`, 'order'))
  const rows = await store.run(
    sql`select ${join([shown, ...orders], ', ')} from ${joinAlongTrail({ store, type: document.type, trail }, HERE)} where r."id" = ${bind(id)}${given} and ${repeated} order by ${join(orders, ', ')}`,
  )
  return rows.map(([json, ...places]) => ({
    path: [...trail.flatMap(({ attribute: { name } }, depth) => pathOf(name, places[depth])), attribute.name],
    message: NOT_UNIQUE,
    name: 'ValidationError',
    value: shownValue(attribute, (JSON.parse(String(json)) as { readonly value: StoredValue }).value),
  }))
}

/** Lists are numbered from 1; a single component has no number. */
function pathOf(name: string, order: unknown): readonly string[] {
  return order === null || order === undefined ? [name] : [name, String(Number(order) - 1)]
}
