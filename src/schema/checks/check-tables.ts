import { modelsOf } from '../models.ts'
import type { Schema } from '../schema.ts'
import type { ReportOn } from './known.ts'

/** Rows of two models in one table would be rows of both. */
export function checkTables(schema: Schema, reportOn: ReportOn): void {
  const owners = new Map<string, string>()
  const models = modelsOf(schema)
  for (const { uid, collectionName } of models) {
    const other = owners.get(collectionName)
    if (other === undefined) owners.set(collectionName, uid)
    else
      reportOn(uid)(
        'collectionName',
        `The table "${collectionName}" is that of ${other}; give this one another collectionName.`,
      )
  }
}
