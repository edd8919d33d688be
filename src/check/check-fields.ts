import { visibleAttribute, visibleAttributes, visibleNames } from '../access/visible-schema.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedFields } from '../parse/parsed-query.ts'
import type { Attribute, Model, ScalarAttribute } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'

const ALL = '*'
const IDENTIFIERS: ReadonlySet<string> = new Set(['id', 'documentId'])

/** The scalars to show, in schema order; identifiers always. */
export function checkFields(
  fields: ParsedFields,
  model: Model,
  { view, param }: CheckContext,
): readonly ScalarAttribute[] {
  const scalars = visibleAttributes(view, model).filter(isScalar)
  if (fields === null) return scalars
  const chosen = new Set(fields)
  for (const name of chosen) {
    if (name === ALL) continue
    const attribute = visibleAttribute(view, model, name)
    if (attribute === undefined) {
      throw invalidKey({ key: name, path: null, param, candidates: visibleNames(view, model) })
    }
    if (attribute.kind !== 'scalar') throw invalidKey({ key: name, path: name, param })
  }
  return chosen.has(ALL) ? scalars : scalars.filter(({ name }) => chosen.has(name) || IDENTIFIERS.has(name))
}

function isScalar(attribute: Attribute): attribute is ScalarAttribute {
  return attribute.kind === 'scalar'
}
