/** Populates an attribute without options: all scalars of its target, and nothing below. */

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
 * `*`: one level of everything that the caller may see. The entries that use a file are included only at the root:
 * below an entry, they would lead back to it.
 */
export function populateAll(model: Model, context: CheckContext, atRoot: boolean): readonly Populate[] {
  return visibleAttributes(context.view, model).flatMap((attribute) =>
    attribute.kind === 'scalar' || (!atRoot && model.uid === FILE_UID && attribute.kind === 'morphTo')
      ? []
      : populateWithoutOptions(attribute, context),
  )
}

/** Empty if the caller may see none of its targets. */
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

/** Omits a polymorphic relation if the caller may see none of its types. */
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
