/** Populates dynamic zones and polymorphic relations: `populate[zone][on][blocks.quote][fields]=text`. */

import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type {
  ParsedPopulate,
  ParsedPopulateEntry,
  ParsedPopulateOptions,
  ParsedPopulateValue,
} from '../parse/parsed-query.ts'
import type { Model, PolymorphicAttribute } from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import { checkNestedPage, PAGINATION, pagesHint, takesPages } from './check-nested-page.ts'
import { checkSort } from './check-sort.ts'
import { DEEP } from './deep-form.ts'
import type { CameBy, PopulateContext, PopulatePlace } from './populate-context.ts'
import { hasNothingToPopulate } from './populate-hints.ts'
import { checkOptions, refuseUnknownModel, refuseUnknownOptions } from './populate-options.ts'
import { arm, polymorphic } from './populate-without-options.ts'
import type { Populate, PopulateArm } from './query.ts'

export function populatePolymorphic(
  by: CameBy<PolymorphicAttribute>,
  value: Exclude<ParsedPopulateValue, { kind: 'flag' }>,
  context: PopulateContext,
  place: PopulatePlace,
): readonly Populate[] {
  if (value.kind === 'text') throw textError(value.text, by, context, place)
  refuseOptionsOfOneModel(by, value.options, context, place)
  const { attribute } = by
  const models = armModels(attribute, context)
  const { fragments, count } = value.options
  const shown = { count, page: checkNestedPage(value.options, attribute, context, place) }
  if (fragments !== null) {
    const keepsUnnamed = attribute.kind === 'dynamiczone' && context.profile === 'contract'
    const arms = fragmentArms({ models, fragments, keepsUnnamed }, context, place)
    return polymorphic(attribute, arms, shown)
  }
  const { populate } = value.options
  return polymorphic(
    attribute,
    models.map((model) => arm(model, context, context.nested(populate, model, place))),
    shown,
  )
}

/** Without `on`, it is undefined which model `fields`, `filters` and `sort` refer to. */
function refuseOptionsOfOneModel(
  by: CameBy<PolymorphicAttribute>,
  options: ParsedPopulateOptions,
  context: PopulateContext,
  place: PopulatePlace,
): void {
  const { attribute } = by
  const known = ['on', 'count', 'populate', ...(takesPages(attribute, context) ? [PAGINATION] : [])]
  if (Object.keys(options.raw).some((key) => !known.includes(key))) {
    const hint = options.raw[PAGINATION] === undefined ? undefined : pagesHint(attribute, context)
    throw nestedError(by, options.raw, hint)
  }
  if (namesAttributes(options.populate, context)) {
    throw invalidKey({
      key: 'populate',
      path: place.path,
      param: context.param,
      hint: 'Use populate=* or name the components with [on][category.component][populate]',
    })
  }
}

/** `*` and `**` are valid for every model; names are not. */
function namesAttributes(populate: ParsedPopulate, context: PopulateContext): boolean {
  if (populate.kind !== 'paths' && populate.kind !== 'map') return false
  if (!context.extensions.on.has('deep')) return true
  const paths = populate.paths.map((path) => path.join('.'))
  const entries = populate.kind === 'map' ? populate.entries.map(({ name }) => name) : []
  return [...paths, ...entries].join() !== DEEP
}

interface Fragments {
  readonly models: readonly Model[]
  readonly fragments: readonly ParsedPopulateEntry[]
  /**
   * Whether unnamed components are shown without their nested data (docs/queries.md, populate 3). Strapi leaves such
   * items out.
   */
  readonly keepsUnnamed: boolean
}

function fragmentArms(
  { models, fragments, keepsUnnamed }: Fragments,
  context: PopulateContext,
  place: PopulatePlace,
): readonly PopulateArm[] {
  for (const { name } of fragments) refuseUnknownModel(name, context, place, models)
  checkOfOtherZones(models, fragments, context, place)
  return models.flatMap((model) => {
    const fragment = fragments.find(({ name }) => name === model.uid)
    if (fragment !== undefined) return [fragmentArm(model, fragment.value, context, place)]
    return keepsUnnamed ? [arm(model, context, [])] : []
  })
}

/**
 * Front ends write one list of components for several zones. As in Strapi, what is asked of a component that this zone
 * does not have is checked, and has no effect.
 */
function checkOfOtherZones(
  models: readonly Model[],
  fragments: readonly ParsedPopulateEntry[],
  context: PopulateContext,
  place: PopulatePlace,
): void {
  for (const { name, value } of fragments) {
    const component = context.view.schema.components.get(name)
    if (component !== undefined && !models.includes(component)) fragmentArm(component, value, context, place)
  }
}

function fragmentArm(
  model: Model,
  value: ParsedPopulateValue,
  context: PopulateContext,
  place: PopulatePlace,
): PopulateArm {
  if (value.kind === 'flag') return arm(model, context, [])
  if (value.kind === 'text') return armOfText(model, value.text, context, place)
  refuseUnknownOptions(value.options, { attribute: null, target: model }, context, place)
  // Checked, but without effect: items keep the order that editors gave them.
  checkSort(value.options.sort, model, context)
  return checkOptions(value.options, model, context, { ...place, rawPath: `${place.rawPath}.on.${model.uid}` })
}

/** `[on][blocks.quote]=*`. */
function armOfText(model: Model, text: string, context: PopulateContext, place: PopulatePlace): PopulateArm {
  if (text !== '*') throw invalidKey({ key: text, path: place.path, param: context.param })
  if (hasNothingToPopulate(model, context)) return arm(model, context, [])
  throw new ApiError('POPULATE_NESTED', { message: 'Invalid nested populate. Expected true or an object' })
}

function textError(text: string, by: CameBy<PolymorphicAttribute>, context: PopulateContext, place: PopulatePlace) {
  if (text === '*') return nestedError(by, text)
  return invalidKey({ key: text, path: place.path, param: context.param })
}

function nestedError({ attribute, owner }: CameBy<PolymorphicAttribute>, found: unknown, hint?: string): ApiError {
  return new ApiError('POPULATE_NESTED', {
    details: hint === undefined ? {} : { hint },
    message: `Invalid nested populate for ${owner.modelName}.${attribute.name} (${owner.uid}). Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`,
  })
}
