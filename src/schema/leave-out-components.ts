/** Components that a dynamic zone names and the project does not have: Strapi starts, and the zone never has any. */

import { uidSuggestion } from '../config/suggestion.ts'
import type { Known, ReportOn } from './checks/known.ts'
import { mapModels } from './models.ts'
import type { Attribute, Model, Schema } from './schema.ts'

/** The schema in which zones have only components that exist. */
export function leaveOutComponents(schema: Schema, known: Known, leaveOut: ReportOn): Schema {
  const uids = [...schema.components.keys()]
  const isMissing = (uid: string) => !schema.components.has(uid)
  const reduced = <M extends Model>(model: M): M => {
    const attributes = [...model.attributes].map(([name, attribute]): [string, Attribute] => {
      if (attribute.kind !== 'dynamiczone') return [name, attribute]
      for (const uid of attribute.components.filter((uid) => isMissing(uid) && !known.unreadable.has(uid))) {
        const path = `attributes.${name}.components.${attribute.components.indexOf(uid)}`
        leaveOut(model.uid)(path, `There is no component "${uid}"; it is left out.${uidSuggestion(uid, uids)}`)
      }
      return [name, { ...attribute, components: attribute.components.filter((uid) => !isMissing(uid)) }]
    })
    return { ...model, attributes: new Map(attributes) }
  }
  return mapModels(schema, reduced)
}
