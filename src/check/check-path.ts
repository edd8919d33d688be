/** A dotted path of names → the links it leads through, and the scalar at its end. */

import { invalidKey } from '../errors/invalid-key.ts'
import { ASCENDING } from '../parse/parse-order.ts'
import type { Model } from '../schema/schema.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import type { CheckContext } from './check-filter.ts'
import { checkSort } from './check-sort.ts'
import type { AttributePath } from './query.ts'

/** Resolved like `sort`, but without what extensions add to that. */
export function checkPath(path: readonly string[], root: Model, context: CheckContext): AttributePath {
  const plain = { ...context, extensions: NO_EXTENSIONS }
  const [key] = checkSort([{ path, seed: null, order: null, ...ASCENDING }], root, plain)
  if (key?.value.kind === 'field') return { through: key.through, attribute: key.value.attribute }
  throw invalidKey({ key: path.at(-1) ?? '', path: path.slice(0, -1).join('.') || null, param: context.param })
}
