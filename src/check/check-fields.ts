import { visibleAttribute, visibleAttributes, visibleNames } from '../access/visible-schema.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedFields } from '../parse/parsed-query.ts'
import type { Attribute, Model, ScalarAttribute } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import { excludedName, exclusionHint, nearestExclusion } from './exclusions.ts'
import { fieldNamesHint } from './names-hint.ts'

const ALL = '*'
const IDENTIFIERS: ReadonlySet<string> = new Set(['id', 'documentId'])

/** The scalar attributes to show, in schema order. Identifiers are always shown. */
export function checkFields(fields: ParsedFields, model: Model, context: CheckContext): readonly ScalarAttribute[] {
  const scalars = visibleAttributes(context.view, model).filter(isScalar)
  if (fields === null) return scalars
  const excluded = excludedFields(fields, model, context)
  if (excluded.size > 0) return scalars.filter(({ name }) => !excluded.has(name))
  const chosen = new Set(fields)
  for (const name of chosen) if (name !== ALL) checkName(name, name, model, context)
  return chosen.has(ALL) ? scalars : scalars.filter(({ name }) => chosen.has(name) || IDENTIFIERS.has(name))
}

/** `written`: the name as in the request, with the mark if it is an exclusion. */
function checkName(name: string, written: string, model: Model, context: CheckContext): void {
  const { view, param, profile } = context
  const attribute = visibleAttribute(view, model, name)
  if (attribute === undefined) {
    const candidates = visibleNames(view, model)
    if (written !== name) throw refused(written, nearestExclusion(name, candidates), context)
    const hint = exclusionHint([name], context)
    throw invalidKey({
      key: name,
      path: null,
      param,
      candidates,
      hint,
      otherwise: fieldNamesHint(name, model, context),
    })
  }
  if (attribute.kind !== 'scalar') {
    const isHinted = written === name && profile !== 'strapi'
    const hint = isHinted ? `${name} is not a field: populate it instead` : undefined
    throw invalidKey({ key: written, path: written, param, hint })
  }
}

/** The names to leave out: `-body`, `-content`, alone or together with `*`. */
function excludedFields(fields: readonly string[], model: Model, context: CheckContext): ReadonlySet<string> {
  const excluded = new Set<string>()
  const named = fields.filter((field) => field !== ALL && excludedName(field, model, context) === null)
  for (const written of fields) {
    const name = excludedName(written, model, context)
    if (name === null) continue
    if (named.length > 0) throw refused(written, 'Name the fields to show, or those to leave out, not both', context)
    checkName(name, written, model, context)
    if (IDENTIFIERS.has(name)) throw refused(written, 'id and documentId are always shown', context)
    excluded.add(name)
  }
  return excluded
}

function refused(key: string, hint: string | undefined, { param }: CheckContext) {
  return invalidKey({ key, path: null, param, hint })
}

function isScalar(attribute: Attribute): attribute is ScalarAttribute {
  return attribute.kind === 'scalar'
}
