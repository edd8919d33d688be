/**
 * Selection → the JSON object of an entry: id, documentId, fields in schema order, then what is populated, then the
 * tag of a polymorphic item. The order is fixed, so that equal responses are equal texts.
 */

import type { LinkPopulate, PolymorphicPopulate, Populate, Selection } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import { shownVersions, type VersionChoice } from './choose-versions.ts'
import { columnOf } from './columns.ts'
import { allOf } from './conditions.ts'
import { type FilterScope, planFilter } from './plan-filter.ts'
import { planOrder } from './plan-order.ts'
import type { ListPlace, Member, ObjectShape, Related, RelatedArm } from './read-plan.ts'
import { relatedRows, rowsAlong } from './related-rows.ts'
import type { ResponseFormat } from './response-format.ts'

/** The place of an entry of the page. */
const PAGE: ListPlace = { path: '', inner: false }

export interface ShapeScope extends FilterScope, VersionChoice {
  readonly format: ResponseFormat
}

/** `place`: where in the response that object is. */
export function planEntry(selection: Selection, scope: ShapeScope, place: ListPlace = PAGE): ObjectShape {
  const members = membersOf(selection, scope, place)
  return selection.model.kind === 'component' ? { members } : scope.format.entry(members)
}

function membersOf(selection: Selection, scope: ShapeScope, place: ListPlace): readonly Member[] {
  const fields = selection.fields.map((attribute): Member => {
    const column = columnOf(selection.model, attribute, scope.tables)
    return { key: attribute.name, value: { kind: 'column', column } }
  })
  const populated = selection.populate.map((populate) =>
    planPopulate(populate, selection.model, scope, placeOf(populate.attribute.name, place)),
  )
  return [...fields, ...populated]
}

function planPopulate(populate: Populate, owner: Model, scope: ShapeScope, place: ListPlace): Member {
  const key = populate.attribute.name
  if (populate.kind === 'polymorphic')
    return scope.format.polymorphic(key, planPolymorphic(populate, owner, scope, place))
  const related = planLink(populate, owner, scope, place)
  return populate.attribute.kind === 'component'
    ? scope.format.component(key, related)
    : scope.format.relation(key, related)
}

function planLink(populate: LinkPopulate, owner: Model, scope: ShapeScope, place: ListPlace): Related {
  const { attribute, selection } = populate
  const target = selection.model
  const filter = populate.filter === null ? [] : [planFilter(populate.filter, target, scope)]
  const condition = allOf([shownVersions(target, scope, scope.tables), ...filter])
  const arm: RelatedArm = {
    rows: relatedRows({ from: owner, attribute, target }, condition, scope.tables),
    order: planOrder(populate.sort, target, scope),
    shape: planEntry(selection, scope, inside(place, attribute)),
  }
  return { as: populate.count ? 'count' : attribute.toMany ? 'list' : 'one', place, page: populate.page, arms: [arm] }
}

function planPolymorphic(populate: PolymorphicPopulate, owner: Model, scope: ShapeScope, place: ListPlace): Related {
  const { attribute } = populate
  const tag = attribute.kind === 'dynamiczone' ? '__component' : '__type'
  const arms = populate.arms.flatMap(({ selection, filter }): readonly RelatedArm[] => {
    const target = selection.model
    const filters = filter === null ? [] : [planFilter(filter, target, scope)]
    const condition = allOf([shownVersions(target, scope, scope.tables), ...filters])
    const rows = rowsAlong({ from: owner, attribute, target }, condition, scope.tables)
    if (rows === null) return []
    const members = [
      ...membersOf(selection, scope, inside(place, attribute)),
      { key: tag, value: { kind: 'text', text: target.uid } } as const,
    ]
    return [{ rows, order: [], shape: { members } }]
  })
  return { as: populate.count ? 'count' : attribute.toMany ? 'list' : 'one', place, page: populate.page, arms }
}

function placeOf(name: string, { path, inner }: ListPlace): ListPlace {
  return { path: path === '' ? name : `${path}.${name}`, inner }
}

/** The place of what is populated in the rows of an attribute. */
function inside({ path, inner }: ListPlace, { toMany }: { readonly toMany: boolean }): ListPlace {
  return { path, inner: inner || toMany }
}
