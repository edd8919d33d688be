import { suggestion } from '../../config/suggestion.ts'
import type { Attribute, ContentType, Model, MorphInverseAttribute, RelationAttribute, Schema } from '../schema.ts'
import type { Report } from '../schema-file.ts'
import type { Known, ReportOn } from './known.ts'

/** Relations must lead to a content type, and both sides of a relation must name each other. */
export function checkRelations(schema: Schema, known: Known, reportOn: ReportOn): void {
  for (const model of [...schema.contentTypes.values(), ...schema.components.values()]) {
    for (const attribute of model.attributes.values()) {
      if (attribute.kind !== 'relation' && attribute.kind !== 'morphInverse') continue
      const target = schema.contentTypes.get(attribute.target)
      if (target !== undefined) checkOtherSide({ model, attribute, target, known }, reportOn(model.uid))
      else if (!known.unreadable.has(attribute.target)) reportTarget(schema, attribute, reportOn(model.uid))
    }
  }
}

interface Side {
  readonly model: Model
  readonly attribute: RelationAttribute | MorphInverseAttribute
  readonly target: ContentType
  readonly known: Known
}

function reportTarget(schema: Schema, attribute: Side['attribute'], report: Report): void {
  const hint = suggestion(attribute.target, [...schema.contentTypes.keys()])
  report(`attributes.${attribute.name}.target`, `There is no content type "${attribute.target}".${hint}`)
}

function checkOtherSide(side: Side, report: Report): void {
  const { attribute } = side
  if (attribute.kind === 'morphInverse') {
    checkNamed(side, 'morphBy', attribute.morphBy, (other) => other.kind === 'morphTo', report)
    return
  }
  const { mappedBy, inversedBy } = attribute
  if (mappedBy !== null) checkNamed(side, 'mappedBy', mappedBy, (other) => leadsBack(other, side, 'inversedBy'), report)
  if (inversedBy !== null)
    checkNamed(side, 'inversedBy', inversedBy, (other) => leadsBack(other, side, 'mappedBy'), report)
}

function leadsBack(other: Attribute, side: Side, by: 'mappedBy' | 'inversedBy'): boolean {
  return other.kind === 'relation' && other.target === side.model.uid && other[by] === side.attribute.name
}

function checkNamed(
  side: Side,
  key: 'mappedBy' | 'inversedBy' | 'morphBy',
  name: string,
  fits: (other: Attribute) => boolean,
  report: Report,
): void {
  const path = `attributes.${side.attribute.name}.${key}`
  const { target } = side
  const other = target.attributes.get(name)
  if (other !== undefined) {
    if (!fits(other)) report(path, wrongSide(side, key, name))
    return
  }
  const declared = side.known.declared.get(target.uid) ?? new Set()
  if (declared.has(name)) return
  report(path, `${target.uid} has no attribute "${name}".${suggestion(name, [...declared])}`)
}

function wrongSide(side: Side, key: 'mappedBy' | 'inversedBy' | 'morphBy', name: string): string {
  const place = `The attribute "${name}" of ${side.target.uid}`
  if (key === 'morphBy') return `${place} is neither a morphToOne nor a morphToMany relation.`
  const wanted = key === 'mappedBy' ? 'inversedBy' : 'mappedBy'
  return `${place} does not lead back here: it must be a relation to ${side.model.uid} with ${wanted} "${side.attribute.name}".`
}
