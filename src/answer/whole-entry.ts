/** An entry as webhooks show it: its fields, complete components, and related entries one level deep. */

import { targetOf, type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import { armModels } from '../check/arm-models.ts'
import type { Populate, Selection } from '../check/query.ts'
import type { NestedPage } from '../parse/parse-nested-page.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { LinkAttribute, Model, NonScalarAttribute } from '../schema/schema.ts'

export function wholeEntry(model: Model, view: VisibleSchema): Selection {
  return whole(model, view, [])
}

/** `above`: the components around it, because a component may contain itself. */
function whole(model: Model, view: VisibleSchema, above: readonly string[]): Selection {
  const trail = model.kind === 'component' ? [...above, model.uid] : above
  const populate = visibleAttributes(view, model).flatMap((attribute) =>
    attribute.kind === 'scalar' || attribute.kind === 'localizations' ? [] : populateOf(attribute, view, trail),
  )
  return { ...plain(model, view), populate }
}

function plain(model: Model, view: VisibleSchema): Selection {
  const fields = visibleAttributes(view, model).filter((attribute) => attribute.kind === 'scalar')
  // Strapi's components have no documentId.
  const shown = model.kind === 'component' ? fields.filter(({ name }) => name !== 'documentId') : fields
  return { model, fields: shown, populate: [] }
}

function populateOf(attribute: NonScalarAttribute, view: VisibleSchema, trail: readonly string[]): readonly Populate[] {
  if (isPolymorphic(attribute)) {
    const inside = (model: Model) => (attribute.kind === 'dynamiczone' ? whole(model, view, trail) : plain(model, view))
    const models = armModels(attribute, { view }).filter(({ uid }) => !trail.includes(uid))
    const arms = models.map((model) => ({ selection: inside(model), filter: null }))
    return [{ kind: 'polymorphic', attribute, arms, count: false, page: null }]
  }
  if (attribute.kind !== 'component') return [link(attribute, plain(targetOf(view, attribute), view), RELATED)]
  if (trail.includes(attribute.target)) return []
  return [link(attribute, whole(targetOf(view, attribute), view, trail), null)]
}

/** Related entries in one list: an author of ten thousand articles does not send them all. */
const RELATED: NestedPage = { kind: 'offset', start: 0, limit: 100, withCount: false }

function link(attribute: LinkAttribute, selection: Selection, page: NestedPage | null): Populate {
  return {
    kind: 'link',
    attribute,
    selection,
    filter: null,
    sort: [],
    count: false,
    page: attribute.toMany ? page : null,
  }
}
