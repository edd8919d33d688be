/** An attribute populated without options: all scalars of what it leads to, nothing further. */

import { targetOf, type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import {
  FILE_UID,
  type LinkAttribute,
  type Model,
  type NonScalarAttribute,
  type PolymorphicAttribute,
} from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import type { CheckContext } from './check-filter.ts'
import type { LinkPopulate, PolymorphicPopulate, Populate, PopulateArm, Selection } from './query.ts'

/**
 * `*`: everything the caller may see, one level. The entries that a file belongs to are included only in queries of files:
 * below an entry they would lead back to it.
 */
export function populateAll(model: Model, context: CheckContext, atRoot: boolean): readonly Populate[] {
  return visibleAttributes(context.view, model).flatMap((attribute) =>
    attribute.kind === 'scalar' || (!atRoot && model.uid === FILE_UID && attribute.kind === 'morphTo')
      ? []
      : populateWithoutOptions(attribute, context),
  )
}

/** Empty when the caller may see none of its targets. */
export function populateWithoutOptions(attribute: NonScalarAttribute, context: CheckContext): readonly Populate[] {
  if (!isPolymorphic(attribute)) return [linkPopulate(attribute, context, [])]
  const arms = armModels(attribute, context).map((model) => arm(model, context, []))
  return polymorphic(attribute, arms)
}

export function linkPopulate(
  attribute: LinkAttribute,
  context: CheckContext,
  populate: readonly Populate[],
): LinkPopulate {
  const selection = allScalars(targetOf(context.view, attribute), context.view, populate)
  return { kind: 'link', attribute, selection, filter: null, sort: [], count: false, page: null }
}

/** A polymorphic relation is left out when the caller may see none of its types. */
export function polymorphic(
  attribute: PolymorphicAttribute,
  arms: readonly PopulateArm[],
  { count = false, page = null }: Partial<Pick<PolymorphicPopulate, 'count' | 'page'>> = {},
): readonly PolymorphicPopulate[] {
  if (attribute.kind === 'morphTo' && arms.length === 0) return []
  return [{ kind: 'polymorphic', attribute, arms, count: count && attribute.kind === 'morphTo', page }]
}

export function arm(model: Model, context: CheckContext, populate: readonly Populate[]): PopulateArm {
  return { selection: allScalars(model, context.view, populate), filter: null }
}

function allScalars(model: Model, view: VisibleSchema, populate: readonly Populate[]): Selection {
  const fields = visibleAttributes(view, model).filter((attribute) => attribute.kind === 'scalar')
  return { model, fields, populate }
}
