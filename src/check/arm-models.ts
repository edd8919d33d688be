import { mayFind } from '../access/caller.ts'
import type { VisibleSchema } from '../access/visible-schema.ts'
import { type Model, modelOf, type PolymorphicAttribute } from '../schema/schema.ts'

/** The models of a polymorphic attribute that this caller may find. */
export function armModels(
  attribute: PolymorphicAttribute,
  { view }: { readonly view: VisibleSchema },
): readonly Model[] {
  if (attribute.kind === 'dynamiczone') return attribute.components.map((uid) => modelOf(view.schema, uid))
  return [...view.schema.contentTypes.values()].filter((type) => mayFind(view.caller, type.uid))
}
