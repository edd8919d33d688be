import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/** `fields=a,b`, `populate=a.b`, `sort=a:desc`, `fields=-a`, `filters[$or]` and `filters[a]` give other characters a meaning. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u

/** Stands for a letter that was lost: the file, which is not in UTF-8, is reported. */
const LOST_LETTER = '\uFFFD'

/** Attributes that a query cannot name everywhere. */
export function checkAttributeNames(schema: Schema, suspect: ReportOn): void {
  for (const model of modelsOf(schema)) {
    for (const name of model.attributes.keys()) {
      if (PLAIN.test(name) || name.includes(LOST_LETTER)) continue
      const message = `Queries may not be able to name "${name}": other characters than letters, digits, - and _ have a meaning there, or must be encoded. Choose another name.`
      suspect(model.uid)(`attributes.${name}`, message)
    }
  }
}
