import { suggestion, uidSuggestion } from '../../config/suggestion.ts'
import { modelsOf } from '../models.ts'
import type { ContentType, Model, MorphInverseAttribute, RelationAttribute, Schema } from '../schema.ts'
import type { Report } from '../schema-file.ts'
import type { Known, ReportOn } from './known.ts'

/** The target of a relation must be a content type, and its inverse an attribute that can be one. */
export function checkRelations(schema: Schema, known: Known, reportOn: ReportOn): void {
  for (const model of modelsOf(schema)) {
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
  const meant = uidSuggestion(attribute.target, [...schema.contentTypes.keys()])
  // Usually the type was removed, but not the relation to it.
  const hint = meant === '' ? ' Remove this attribute, or add the schema file of that type.' : meant
  report(`attributes.${attribute.name}.target`, `There is no content type "${attribute.target}".${hint}`)
}

function checkOtherSide(side: Side, report: Report): void {
  const { attribute } = side
  if (attribute.kind === 'morphInverse') checkNamed(side, 'morphBy', attribute.morphBy, report)
  else if (attribute.inversedBy !== null) checkOwner(side, attribute.relation, attribute.inversedBy, report)
  else if (attribute.mappedBy !== null && attribute.relation === 'manyToOne') {
    const path = `attributes.${attribute.name}.mappedBy`
    report(path, 'A manyToOne relation is always the owner: write inversedBy here, and mappedBy on the other side.')
  }
}

function checkOwner(side: Side, relation: RelationAttribute['relation'], inversedBy: string, report: Report): void {
  const path = `attributes.${side.attribute.name}.inversedBy`
  if (relation !== 'oneToMany') checkNamed(side, 'inversedBy', inversedBy, report)
  else report(path, 'A oneToMany relation is never the owner: write mappedBy here, and inversedBy on the other side.')
}

const WANTED = {
  inversedBy: { kind: 'relation', refusal: 'is not a relation' },
  morphBy: { kind: 'morphTo', refusal: 'is neither a morphToOne nor a morphToMany relation' },
} as const

function checkNamed({ attribute, target, known }: Side, key: keyof typeof WANTED, name: string, report: Report): void {
  const path = `attributes.${attribute.name}.${key}`
  const { kind, refusal } = WANTED[key]
  const other = target.attributes.get(name)
  if (other !== undefined) {
    if (other.kind !== kind) report(path, `The attribute "${name}" of ${target.uid} ${refusal}.`)
    return
  }
  const declared = known.declared.get(target.uid) ?? new Set()
  if (declared.has(name)) return
  const hint = suggestion(name, [...declared]) || ` Add it there, or leave ${key} out.`
  report(path, `${target.uid} has no attribute "${name}".${hint}`)
}
