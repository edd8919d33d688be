/** Checks the rules that drafts are exempt from, before a draft is published. */

import { holdsComponents } from '../schema/attribute-kinds.ts'
import type { Attribute, ComponentAttribute, DynamicZoneAttribute, Model, ScalarAttribute } from '../schema/schema.ts'
import { brokenRules, type RuleContext } from './broken-rules.ts'
import type { StoredValue } from './document-input.ts'
import {
  brokenLength,
  type FieldError,
  type FieldPath,
  fieldError,
  nullError,
  ROOT,
  refuseFields,
  shownValue,
} from './field-error.ts'
import { createMatchesPattern } from './matches-pattern.ts'

/** A stored row with its components. Absent attributes have no value. */
export interface StoredRow {
  readonly model: Model
  readonly scalars: ReadonlyMap<ScalarAttribute, StoredValue>
  /** In order. */
  readonly components: ReadonlyMap<ComponentAttribute | DynamicZoneAttribute, readonly StoredRow[]>
  /** Required relations and files that are missing. */
  readonly unlinked?: ReadonlySet<Attribute>
}

/** Throws an error that lists everything that is missing or wrong; of the row itself, in some attributes only. */
export function validatePublish(row: StoredRow, isLookedAt?: (attribute: string) => boolean): void {
  const rules = { draft: false, matchesPattern: createMatchesPattern() }
  refuseFields(errorsOf(row, ROOT, { rules, isLookedAt }))
}

interface Checking {
  readonly rules: RuleContext
  readonly isLookedAt?: ((attribute: string) => boolean) | undefined
}

function errorsOf(row: StoredRow, place: FieldPath, { rules, isLookedAt }: Checking): readonly FieldError[] {
  return [...row.model.attributes.values()].flatMap((attribute) => {
    if (isLookedAt?.(attribute.name) === false) return []
    const here = [...place, attribute.name]
    if (attribute.kind === 'scalar') return scalarErrors(attribute, row.scalars.get(attribute) ?? null, here, rules)
    if (!holdsComponents(attribute)) {
      return row.unlinked?.has(attribute) === true ? [fieldError(here, 'must be defined.')] : []
    }
    return componentErrors(attribute, row.components.get(attribute) ?? [], here, rules)
  })
}

function scalarErrors(
  attribute: ScalarAttribute,
  value: StoredValue,
  place: FieldPath,
  rules: RuleContext,
): readonly FieldError[] {
  if (value === null) return attribute.required ? [fieldError(place, nullError(attribute), null)] : []
  // Only the hash of a password is stored.
  if (attribute.type === 'password') return []
  return brokenRules(attribute, value, rules).map((what) => fieldError(place, what, shownValue(attribute, value)))
}

function componentErrors(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  rows: readonly StoredRow[],
  place: FieldPath,
  rules: RuleContext,
): readonly FieldError[] {
  const single = attribute.kind === 'component' && !attribute.toMany
  if (single && rows.length === 0) return attribute.required ? [fieldError(place, nullError(attribute), null)] : []
  const length = single ? null : brokenLength(attribute, rows.length)
  return [
    ...(length === null ? [] : [fieldError(place, length)]),
    ...rows.flatMap((row, index) => errorsOf(row, single ? place : [...place, index], { rules })),
  ]
}
