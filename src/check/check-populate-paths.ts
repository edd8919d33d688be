/** Populate as names and dotted paths. Errors contain the whole path, as in Strapi. */

import { populatableAttribute, targetOf } from '../access/visible-schema.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { Attribute, Model, NonScalarAttribute } from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import type { CheckContext } from './check-filter.ts'
import { deepHint } from './deep-form.ts'
import { exclusionHint } from './exclusions.ts'
import type { PathTree } from './path-tree.ts'
import { fieldHint, fileHint, populatableHint, populatableNames } from './populate-hints.ts'
import { arm, linkPopulate, polymorphic, populateWithoutOptions } from './populate-without-options.ts'
import type { Populate } from './query.ts'

interface PathPlace {
  /** The names of the path so far. */
  readonly path: readonly string[]
  /** The attribute that leads here; null at the root. */
  readonly by: string | null
}

export function populatePaths(
  tree: PathTree,
  model: Model,
  context: CheckContext,
  place: PathPlace,
): ReadonlyMap<string, Populate> {
  const populated = new Map<string, Populate>()
  for (const [name, below] of tree) {
    const attribute = populatableAttribute(context.view, model, name)
    if (attribute === undefined || attribute?.kind === 'scalar') {
      const candidates = populatableNames(context.view, model)
      const path = [...place.path, name].join('.')
      const ofField = fieldHint({ name, model, by: place.by }, context)
      const hint = ofField ?? hintFor(name, tree, context) ?? populatableHint(name, model, context)
      throw invalidKey({ key: name, path, param: context.param, candidates, hint })
    }
    if (attribute === null) continue
    for (const populate of populatePath(attribute, below, context, [...place.path, name])) populated.set(name, populate)
  }
  return populated
}

function populatePath(
  attribute: NonScalarAttribute,
  below: PathTree,
  context: CheckContext,
  path: readonly string[],
): readonly Populate[] {
  if (below.size === 0) return populateWithoutOptions(attribute, context)
  if (attribute.kind === 'dynamiczone') {
    const models = armModels(attribute, context)
    return polymorphic(attribute, zoneArms(models, below, context, { path, by: attribute.name }))
  }
  if (attribute.kind === 'morphTo' || attribute.kind === 'media') {
    throw invalidKey({
      key: attribute.name,
      path: path.join('.'),
      param: context.param,
      hint: fileHint(attribute, context),
    })
  }
  const nested = populatePaths(below, targetOf(context.view, attribute), context, { path, by: attribute.name })
  return [linkPopulate(attribute, context, [...nested.values()])]
}

/** Below a dynamic zone, a name must exist in at least one component. Components without it are shown without it. */
function zoneArms(models: readonly Model[], below: PathTree, context: CheckContext, place: PathPlace) {
  for (const name of below.keys()) {
    const known = models.some((model) => populatableAttribute(context.view, model, name) !== undefined)
    if (!known) throw invalidKey({ key: name, path: [...place.path, name].join('.'), param: context.param })
  }
  return models.map((model) => {
    const own = new Map([...below].filter(([name]) => isLink(populatableAttribute(context.view, model, name))))
    return arm(model, context, [...populatePaths(own, model, context, place).values()])
  })
}

function isLink(attribute: Attribute | null | undefined): boolean {
  return attribute !== undefined && attribute !== null && attribute.kind !== 'scalar'
}

/** `*` in a list of names is only valid together with an exclusion, which needs the extension. */
function hintFor(name: string, tree: PathTree, context: CheckContext): string | undefined {
  return deepHint(name, context) ?? exclusionHint(name === '*' ? tree.keys() : [name], context)
}
