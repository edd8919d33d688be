import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/** An enumeration that lists no values, or none that are texts: it is served, but no entry can be given one. */
export function checkChoices(schema: Schema, reportOn: ReportOn): void {
  for (const model of modelsOf(schema)) {
    for (const attribute of model.attributes.values()) {
      const lacksValues =
        attribute.kind === 'scalar' && attribute.type === 'enumeration' && attribute.rules.enum.length === 0
      if (!lacksValues) continue
      const message = `The enumeration "${attribute.name}" lists no values that are texts, so every value is refused. List them: "enum": ["news", "essay"].`
      reportOn(model.uid)(`attributes.${attribute.name}.enum`, message)
    }
  }
}
