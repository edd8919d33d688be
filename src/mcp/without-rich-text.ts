/** The fields of an entry that are short: an agent that names none gets these. */

import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { Attribute, ContentType } from '../schema/schema.ts'

const RICH: readonly string[] = ['richtext', 'blocks']

export function isRichText(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && RICH.includes(attribute.type)
}

export function withoutRichText(
  type: ContentType,
  view: VisibleSchema,
): Readonly<Record<'fields' | 'leftOut', readonly string[]>> {
  const scalars = visibleAttributes(view, type).filter((attribute) => attribute.kind === 'scalar')
  return {
    fields: scalars.filter((one) => !isRichText(one)).map(({ name }) => name),
    leftOut: scalars.filter(isRichText).map(({ name }) => name),
  }
}
