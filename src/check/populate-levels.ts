/**
 * Expands `pLevel=3` as strapi-v5-plugin-populate-deep does: components and zones are levels, too, and a relation is
 * followed only until it leads to a table that is already on the path.
 */

import { targetOf, visibleAttributes } from '../access/visible-schema.ts'
import type { Limits } from '../config/limits.ts'
import type { ParsedLevels } from '../parse/parsed-query.ts'
import { ADMIN_USER_UID, FILE_UID, type Model, type NonScalarAttribute } from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import type { CheckContext } from './check-filter.ts'
import { fittingLevels } from './fitting-levels.ts'
import { countPopulated, measurePopulate } from './measure-populate.ts'
import { arm, linkPopulate, polymorphic, populateWithoutOptions } from './populate-without-options.ts'
import type { Populate } from './query.ts'

/** Null if `populate` applies: without `pLevel`, and with `pLevel=1`. */
export function populateLevels(
  parsed: ParsedLevels | null,
  model: Model,
  context: CheckContext,
  limits: Limits,
): readonly Populate[] | null {
  if (parsed === null || parsed.levels <= 1) return null
  const { levels, ignored, skipsCreators } = parsed
  const written = (number: number) => `pLevel=${number}`
  const requested = { name: 'pLevel', levels, most: limits.populateDepth + 2, param: context.param, written }
  const passed = new Set(ignored)
  return fittingLevels(requested, (levels) => {
    const growth = { context, skipsCreators, count: countPopulated(limits) }
    const populate = expand({ model, levels, passed, depth: 1 }, growth)
    return measurePopulate({ model, fields: [], populate }, limits).populate
  })
}

interface Branch {
  readonly model: Model
  /** Remaining levels, plus one. */
  readonly levels: number
  /** Tables on the path, and the ignored names. The plugin compares both with table names and with attribute names. */
  readonly passed: ReadonlySet<string>
  readonly depth: number
}

interface Growth {
  readonly context: CheckContext
  readonly skipsCreators: boolean
  readonly count: (depth: number) => void
}

function expand(branch: Branch, growth: Growth): readonly Populate[] {
  if (branch.levels <= 1) return []
  const here = { ...branch, passed: new Set([...branch.passed, branch.model.collectionName]) }
  return visibleAttributes(growth.context.view, branch.model).flatMap((attribute) => {
    if (attribute.kind === 'scalar' || here.passed.has(attribute.name)) return []
    growth.count(branch.depth)
    return expandAttribute(attribute, here, growth)
  })
}

function expandAttribute(attribute: NonScalarAttribute, branch: Branch, growth: Growth): readonly Populate[] {
  const { context } = growth
  const below = (model: Model) =>
    expand({ ...branch, model, levels: branch.levels - 1, depth: branch.depth + 1 }, growth)
  switch (attribute.kind) {
    case 'media':
    case 'localizations':
      return populateWithoutOptions(attribute, context)
    // The plugin fails on it, except in files, where it leaves it out.
    case 'morphTo':
      return branch.model.uid === FILE_UID ? [] : populateWithoutOptions(attribute, context)
    case 'dynamiczone':
      return polymorphic(
        attribute,
        armModels(attribute, context).map((model) => arm(model, context, below(model))),
      )
    case 'component':
      return [linkPopulate(attribute, context, below(targetOf(context.view, attribute)))]
    case 'relation':
    case 'morphInverse': {
      const target = targetOf(context.view, attribute)
      if (branch.passed.has(target.collectionName)) return populateWithoutOptions(attribute, context)
      if (target.uid === ADMIN_USER_UID && growth.skipsCreators && branch.levels > 2) return []
      return [linkPopulate(attribute, context, below(target))]
    }
  }
}
