import { uidSuggestion } from '../../config/suggestion.ts'
import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { Known, ReportOn } from './known.ts'

/** Components that attributes name must exist. */
export function checkComponents(schema: Schema, known: Known, reportOn: ReportOn): void {
  const uids = [...schema.components.keys()]
  for (const model of modelsOf(schema)) {
    for (const attribute of model.attributes.values()) {
      if (attribute.kind !== 'component') continue
      const { name, target } = attribute
      if (schema.components.has(target) || known.unreadable.has(target)) continue
      const message = `There is no component "${target}".${uidSuggestion(target, uids)}`
      reportOn(model.uid)(`attributes.${name}.component`, message)
    }
  }
}
