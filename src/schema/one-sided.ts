/**
 * Relations whose other side is an attribute that the project's code gives to users, files and other types of plugins. Where
 * there is no record of it, the relation is served without its other side.
 */

import type { Known, ReportOn } from './checks/known.ts'
import { mapModels } from './models.ts'
import type { Attribute, Model, Schema } from './schema.ts'

/** The schema in which no attribute names one of a plugin's type that is not there. */
export function withoutMissingSides(schema: Schema, known: Known, leaveOut: ReportOn): Schema {
  const isMissing = (target: string, name: string | null): name is string =>
    name !== null &&
    target.startsWith('plugin::') &&
    schema.contentTypes.has(target) &&
    known.declared.get(target)?.has(name) !== true
  const settled = (attribute: Attribute, uid: string): readonly Attribute[] => {
    const reportMissing = (key: string, target: string, name: string, outcome: string) =>
      leaveOut(uid)(`attributes.${attribute.name}.${key}`, missing(target, name, outcome))
    if (attribute.kind === 'morphInverse' && isMissing(attribute.target, attribute.morphBy)) {
      reportMissing('morphBy', attribute.target, attribute.morphBy, `"${attribute.name}" is left out`)
      return []
    }
    if (attribute.kind !== 'relation' || !isMissing(attribute.target, attribute.inversedBy)) return [attribute]
    reportMissing('inversedBy', attribute.target, attribute.inversedBy, 'the relation is served without it')
    return [{ ...attribute, inversedBy: null }]
  }
  return mapModels(schema, <M extends Model>(model: M): M => {
    const attributes = [...model.attributes.values()].flatMap((attribute) => settled(attribute, model.uid))
    return { ...model, attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])) }
  })
}

function missing(target: string, name: string, outcome: string): string {
  const folder = target.replace(/^plugin::/, '').replace('.', '/content-types/')
  return `${target} has no attribute "${name}" here: ${outcome}. If code adds it when Strapi starts, add it to src/extensions/${folder}/schema.json.`
}
