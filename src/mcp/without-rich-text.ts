/** The fields of an entry that are short: an agent that names none gets these. */

import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { ContentType } from '../schema/schema.ts'

const RICH: readonly string[] = ['richtext', 'blocks']

export function withoutRichText(
  type: ContentType,
  view: VisibleSchema,
): Readonly<Record<'fields' | 'leftOut', readonly string[]>> {
  const scalars = visibleAttributes(view, type).filter((attribute) => attribute.kind === 'scalar')
  const isRich = ({ type }: { readonly type: string }) => RICH.includes(type)
  return {
    fields: scalars.filter((one) => !isRich(one)).map(({ name }) => name),
    leftOut: scalars.filter(isRich).map(({ name }) => name),
  }
}
