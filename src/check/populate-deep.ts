/**
 * Expands `**` as if every path had been written out. Each relation is one level; components, zones and files belong to
 * their entry and are none. The size of the result depends only on the schema and the caller.
 */

import { targetOf, visibleAttributes } from '../access/visible-schema.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import { type Attribute, FILE_UID, type Model, type NonScalarAttribute } from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import { DEEP, type DeepForm } from './deep-form.ts'
import { fittingLevels } from './fitting-levels.ts'
import { countPopulated, measurePopulate } from './measure-populate.ts'
import type { CameBy, PopulateContext } from './populate-context.ts'
import { arm, linkPopulate, polymorphic } from './populate-without-options.ts'
import type { Populate } from './query.ts'

export interface DeepRoot {
  readonly model: Model
  /** The attribute that leads to the model; null at the root of a query. */
  readonly by: CameBy | null
  /** Paths that are left out, or written out in addition to `**`. */
  readonly without: ReadonlySet<string>
}

export function populateDeep(root: DeepRoot, form: DeepForm, context: PopulateContext): readonly Populate[] {
  const { param, limits } = context
  const written = (levels: number) => `populate[${DEEP}]=${levels}`
  const requested = { name: DEEP, levels: form.levels, most: limits.deepLevels, param, written }
  return fittingLevels(requested, (levels) => expandWithin(root, { ...form, levels }, context))
}

function expandWithin(root: DeepRoot, form: DeepForm, context: PopulateContext): readonly Populate[] {
  const { model, by } = root
  const growth: Growth = { root, form, context, count: countPopulated(context.limits) }
  const populate = expand({ model, by, levels: form.levels, path: null, depth: 1 }, growth)
  return measurePopulate({ model, fields: [], populate }, context.limits).populate
}

/** The current position in the expansion. */
interface Branch {
  readonly model: Model
  readonly by: CameBy | null
  readonly levels: number
  readonly path: string | null
  readonly depth: number
}

interface Growth {
  readonly root: DeepRoot
  readonly form: DeepForm
  readonly context: PopulateContext
  /** Called for each attribute, so that a too large expansion stops early. */
  readonly count: (depth: number) => void
}

function expand(branch: Branch, growth: Growth): readonly Populate[] {
  return visibleAttributes(growth.context.view, branch.model).flatMap((attribute) => {
    const path = branch.path === null ? attribute.name : `${branch.path}.${attribute.name}`
    if (attribute.kind === 'scalar' || growth.root.without.has(path) || !isFollowed(attribute, branch)) return []
    growth.count(branch.depth)
    return expandAttribute(attribute, { ...branch, path }, growth)
  })
}

function expandAttribute(attribute: NonScalarAttribute, branch: Branch, growth: Growth): readonly Populate[] {
  const { context, form } = growth
  const inEntry = isPartOfEntry(attribute)
  const below = (model: Model) => {
    const by = { attribute, owner: branch.model }
    return expand({ ...branch, model, by, levels: branch.levels - (inEntry ? 0 : 1), depth: branch.depth + 1 }, growth)
  }
  const page = inEntry || !attribute.toMany ? null : form.page
  if (isPolymorphic(attribute)) {
    const arms = armModels(attribute, context).map((model) => arm(model, context, below(model)))
    return polymorphic(attribute, arms, { page })
  }
  return [{ ...linkPopulate(attribute, context, below(targetOf(context.view, attribute))), page }]
}

function isPartOfEntry({ kind }: Attribute): boolean {
  return kind === 'component' || kind === 'dynamiczone' || kind === 'media'
}

function isFollowed(attribute: NonScalarAttribute, { model, by, levels }: Branch): boolean {
  if (isPartOfEntry(attribute)) return true
  if (levels === 0 || attribute.kind === 'localizations' || model.uid === FILE_UID) return false
  const isCreator = attribute.kind === 'relation' && !attribute.needsFind
  return !isCreator && (by === null || !leadsBack(attribute, by))
}

/** Whether a relation is the inverse of the one just followed, and so leads back to the same entries. */
function leadsBack(attribute: NonScalarAttribute, { attribute: by, owner }: CameBy): boolean {
  switch (by.kind) {
    case 'relation':
      return attribute.kind === 'relation' && attribute.name === (by.mappedBy ?? by.inversedBy)
    case 'morphInverse':
      return attribute.kind === 'morphTo' && attribute.name === by.morphBy
    case 'morphTo':
      return attribute.kind === 'morphInverse' && attribute.target === owner.uid && attribute.morphBy === by.name
    default:
      return false
  }
}
