/** Reports required values that a new row lacks. */

import type { Attribute } from '../schema/schema.ts'
import { collectErrors } from './collect-errors.ts'
import type { LinkChange, MediaChange, RowInput } from './document-input.ts'
import { type FieldPath, nullError, ROOT } from './field-error.ts'
import type { RowContext } from './row-context.ts'

type Data = Readonly<Record<string, unknown>>
interface MissingContext extends Pick<RowContext, 'publishing' | 'strictRelations' | 'report'> {
  /** By default every attribute. */
  readonly isLookedAt?: IsLookedAt
}

type IsLookedAt = (attribute: Attribute) => boolean

/**
 * For an update that turns out to make its row, once it is read; only what the row itself lacks, in the attributes that the new
 * row does not get from another. Throws what is missing.
 */
export function refuseMissing(row: RowInput, strictRelations: boolean, isLookedAt: IsLookedAt = () => true): void {
  const { report, refuse } = collectErrors()
  reportMissing(row, sentIn(row), ROOT, {
    publishing: false,
    strictRelations,
    isLookedAt,
    report,
  })
  refuse()
}

/** Null, or something, for each attribute that a row has. */
function sentIn({ scalars, components, relations, media }: RowInput): Data {
  const ofComponents = [...components].map(([{ name, ...attribute }, items]) => {
    const single = attribute.kind === 'component' && !attribute.toMany
    return [name, single ? (items[0] ?? null) : items] as const
  })
  return Object.fromEntries([
    ...[...scalars].map(([{ name }, value]) => [name, value] as const),
    ...ofComponents,
    ...[...relations, ...media].map(([{ name }, change]) => [name, change] as const),
  ])
}

export function reportMissing(row: RowInput, data: Data, place: FieldPath, context: MissingContext): void {
  for (const attribute of row.model.attributes.values()) {
    if (context.isLookedAt?.(attribute) === false) continue
    if (!attribute.required || !isMissing(row, attribute, data, context)) continue
    // Strapi validates the stored row: attributes that were left out are null by then, except lists, which are empty.
    const isList = attribute.kind === 'dynamiczone' || (attribute.kind === 'component' && attribute.toMany)
    const value = context.publishing && !isList ? (data[attribute.name] ?? null) : data[attribute.name]
    const what = value === null ? nullError(attribute) : 'must be defined.'
    context.report([...place, attribute.name], what, value)
  }
}

/** Wrong values that were sent have been reported already. */
function isMissing(row: RowInput, attribute: Attribute, data: Data, { strictRelations }: MissingContext): boolean {
  const sent = (data[attribute.name] ?? null) !== null
  switch (attribute.kind) {
    case 'scalar':
      return !sent && !row.slugs.has(attribute) && (row.scalars.get(attribute) ?? null) === null
    case 'component':
      // A list of null has been reported.
      return attribute.toMany ? data[attribute.name] === undefined : !sent
    case 'dynamiczone':
      return data[attribute.name] === undefined
    case 'relation':
    case 'morphInverse':
    case 'morphTo':
      return strictRelations && (sent ? isEmptied(row.relations.get(attribute)) : true)
    case 'media':
      return strictRelations && (sent ? isEmptied(row.media.get(attribute)) : true)
    case 'localizations':
      return false
  }
}

function isEmptied(change: LinkChange | MediaChange | undefined): boolean {
  if (change === undefined) return false
  if (change.kind === 'change') return change.connect.length === 0
  return ('items' in change ? change.items : change.files).length === 0
}
