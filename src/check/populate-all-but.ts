/** `populate=*,-reviews`: one level of everything except some names (extension `exclude`). */

import { populatableAttribute, targetOf, visibleNames } from '../access/visible-schema.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedPopulateEntry } from '../parse/parsed-query.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { Model, NonScalarAttribute } from '../schema/schema.ts'
import { armModels } from './arm-models.ts'
import type { CheckContext } from './check-filter.ts'
import { excludedName, marked, nearestExclusion } from './exclusions.ts'
import { populateAll } from './populate-without-options.ts'
import type { Populate } from './query.ts'

type Path = readonly string[]

export interface AllBut extends SortedPaths {
  /** Attributes with options, which cannot be combined with `*`. */
  readonly entries: readonly ParsedPopulateEntry[]
}

export interface SortedPaths {
  /** Paths to leave out, without their mark. */
  readonly excluded: readonly Path[]
  readonly others: readonly Path[]
}

export function sortPaths(paths: readonly Path[], model: Model, context: CheckContext): SortedPaths {
  const excluded: Path[] = []
  const others: Path[] = []
  for (const path of paths) {
    const [written = '', ...below] = path
    const name = excludedName(written, model, context)
    if (name === null) others.push(path)
    else excluded.push([name, ...below])
  }
  return { excluded, others }
}

export function populateAllBut(
  { excluded, others, entries }: AllBut,
  model: Model,
  context: CheckContext,
  atRoot: boolean,
): readonly Populate[] {
  for (const path of excluded) {
    checkExclusion(path, model, context)
    if (others.length === 0 || entries.length > 0 || !others.every(isAll)) {
      throw notAmongAll(path, others.length + entries.length === 0, context)
    }
    if (path.length > 1) throw belowAll(path, context)
  }
  const names = new Set(excluded.map(([name]) => name))
  return populateAll(model, context, atRoot).filter(({ attribute }) => !names.has(attribute.name))
}

function isAll(path: Path): boolean {
  return path.length === 1 && path[0] === '*'
}

/** Each name on the path must be populatable. Names below a relation that the caller may not follow are not checked. */
export function checkExclusion(path: Path, model: Model, context: CheckContext): void {
  let models: readonly Model[] = [model]
  for (const [index, name] of path.entries()) {
    const found = models.flatMap((one) => {
      const attribute = populatableAttribute(context.view, one, name)
      return attribute === undefined || attribute?.kind === 'scalar' ? [] : [attribute]
    })
    if (found.length === 0) throw unknownExclusion(path.slice(0, index + 1), models, context)
    models = found.flatMap((attribute) => (attribute === null ? [] : targetsOf(attribute, context)))
    if (models.length === 0) return
  }
}

function targetsOf(attribute: NonScalarAttribute, context: CheckContext): readonly Model[] {
  if (isPolymorphic(attribute)) return armModels(attribute, context)
  return [targetOf(context.view, attribute)]
}

function unknownExclusion(path: Path, models: readonly Model[], { view, param }: CheckContext) {
  const written = marked(path.join('.'))
  const names = models.flatMap((model) => visibleNames(view, model))
  const name = path.at(-1) ?? ''
  if (path.length > 1) return invalidKey({ key: name, path: written, param, candidates: names })
  return invalidKey({ key: written, path: written, param, hint: nearestExclusion(name, names) })
}

function notAmongAll(path: Path, isAlone: boolean, { param }: CheckContext) {
  const written = marked(path.join('.'))
  const hint = isAlone
    ? `Write populate=*,${written}: everything but this`
    : 'Name what to populate, or write * and what to leave out, not both'
  return invalidKey({ key: written, path: written, param, hint })
}

function belowAll(path: Path, { param }: CheckContext) {
  const written = marked(path.join('.'))
  const hint = `populate=* is one level: it shows nothing below ${path.slice(0, -1).join('.')}`
  return invalidKey({ key: written, path: written, param, hint })
}
