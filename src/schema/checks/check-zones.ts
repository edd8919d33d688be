import { recordAt } from '../../config/project-config.ts'
import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/**
 * Reports dynamic zones without the key `components`, which is usually misspelt or forgotten: Strapi and Lectern serve
 * them, always empty. An empty list is deliberate, and the key `component` has its own notice.
 */
export function checkZones(schema: Schema, reportOn: ReportOn): void {
  for (const model of modelsOf(schema)) {
    for (const { kind, name } of model.attributes.values()) {
      if (kind !== 'dynamiczone') continue
      const raw = recordAt(recordAt(model.source, 'attributes'), name)
      if ((raw.components ?? raw.component ?? null) !== null) continue
      const message = `The dynamic zone "${name}" names no components, so it is always empty. List them: "components": ["shared.seo"].`
      reportOn(model.uid)(`attributes.${name}.components`, message)
    }
  }
}
