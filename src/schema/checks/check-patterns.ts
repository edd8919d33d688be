import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/** `"regex": "/^[a-z]+$/"`: as JavaScript writes it, where the slashes would be part of every value. */
const BETWEEN_SLASHES = /^\\\/.*\\\/[dgimsuvy]*$/

/** Patterns that hardly any value matches, so that writes are refused. */
export function checkPatterns(schema: Schema, reportOn: ReportOn): void {
  for (const model of modelsOf(schema)) {
    for (const attribute of model.attributes.values()) {
      if (attribute.kind !== 'scalar' || !BETWEEN_SLASHES.test(attribute.rules.regex?.source ?? '')) continue
      const message = `Only values with slashes match the pattern of "${attribute.name}". Write it without slashes around it, as in "^[a-z]+$".`
      reportOn(model.uid)(`attributes.${attribute.name}.regex`, message)
    }
  }
}
