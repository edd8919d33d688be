/** A path to a field, one select a step: choosing a relation opens the next. */

import { attributeOf, attributesOf, type Description, isLink, isScalar, isUnion } from '../model/schema.ts'
import { Select } from './controls.tsx'

interface PathPickerProps {
  readonly description: Description
  readonly uid: string
  readonly path: string
  readonly onChange: (path: string) => void
  readonly label: string
  readonly aria: object
}

interface Step {
  readonly uid: string
  readonly name: string
  /** The names before it. */
  readonly before: readonly string[]
}

export function PathPicker({ description, uid, path, onChange, label, aria }: PathPickerProps) {
  return (
    <span class="path">
      {stepsOf(description, uid, path).map(({ uid: model, name, before }) => (
        <Select
          key={before.join('.')}
          label={before.length === 0 ? label : `${label}, in ${before.join('.')}`}
          value={name}
          options={optionsOf(description, model, name)}
          onChange={(next) => onChange(ending(description, model, [...before, next]))}
          aria={aria}
        />
      ))}
    </span>
  )
}

function stepsOf(description: Description, uid: string, path: string): readonly Step[] {
  const steps: Step[] = []
  let model: string | null = uid
  const before: string[] = []
  for (const name of path.split('.')) {
    // Below an unknown name there is nothing to choose from.
    if (model === null) break
    steps.push({ uid: model, name, before: [...before] })
    const attribute = attributeOf(description, model, name)
    model = attribute !== undefined && isLink(attribute) ? attribute.target : null
    before.push(name)
  }
  return steps
}

function optionsOf(description: Description, uid: string, chosen: string) {
  const attributes = attributesOf(description, uid).filter((attribute) => !isUnion(attribute))
  const known = attributes.map((attribute) => ({
    value: attribute.name,
    label: isScalar(attribute) ? attribute.name : `${attribute.name} ›`,
    group: isScalar(attribute) ? 'Fields' : 'Through',
  }))
  const fields = known.filter(({ group }) => group === 'Fields')
  const ways = known.filter(({ group }) => group === 'Through')
  const unknown = known.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: `${chosen} (unknown)` }]
  return [...unknown, ...fields, ...ways]
}

/** A path ends at a field: one that ends at a relation goes on to the first field there. */
function ending(description: Description, uid: string, names: readonly string[]): string {
  const attribute = attributeOf(description, uid, names.at(-1) ?? '')
  if (attribute === undefined || !isLink(attribute)) return names.join('.')
  const fields = attributesOf(description, attribute.target).filter(isScalar)
  const first = fields.find(({ name }) => name !== 'id' && name !== 'documentId') ?? fields[0]
  return [...names, first?.name ?? 'id'].join('.')
}
