import { suggestion } from '../../config/suggestion.ts'
import type { Model, Schema } from '../schema.ts'
import type { Known, ReportOn } from './known.ts'

/** Components that attributes and dynamic zones name must exist. */
export function checkComponents(schema: Schema, known: Known, reportOn: ReportOn): void {
  const uids = [...schema.components.keys()]
  const isMissing = (uid: string) => !schema.components.has(uid) && !known.unreadable.has(uid)
  for (const model of [...schema.contentTypes.values(), ...schema.components.values()]) {
    for (const { path, uid } of namedComponents(model)) {
      if (isMissing(uid)) reportOn(model.uid)(path, `There is no component "${uid}".${suggestion(uid, uids)}`)
    }
  }
}

function namedComponents(model: Model): readonly { readonly path: string; readonly uid: string }[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    const path = `attributes.${attribute.name}`
    if (attribute.kind === 'component') return [{ path: `${path}.component`, uid: attribute.target }]
    if (attribute.kind !== 'dynamiczone') return []
    return attribute.components.map((uid, index) => ({ path: `${path}.components.${index}`, uid }))
  })
}
