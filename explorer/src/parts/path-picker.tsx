/** A path to a field, one select a step: choosing a relation opens the next. */

import { COUNT } from '../../../src/vocabulary/quantifiers.ts'
import {
  attributeOf,
  attributesOf,
  type DescribedScalar,
  type Description,
  isLink,
  isScalar,
  isUnion,
} from '../model/schema.ts'
import { Select } from './controls.tsx'

interface PathPickerProps {
  readonly description: Description
  readonly uid: string
  readonly path: string
  readonly onChange: (path: string) => void
  readonly label: string
  readonly aria: object
  /** Fields that a path may end at; all fields if absent. */
  readonly fits?: (attribute: DescribedScalar) => boolean
  /** Whether a path may end at the number of related entries (extension `quantifiers`). */
  readonly hasCounts?: boolean
}

interface Step {
  readonly uid: string
  readonly name: string
  /** The names before it. */
  readonly before: readonly string[]
  /** Whether the path goes through a list. */
  readonly isList: boolean
}

export function PathPicker(props: PathPickerProps) {
  const { description, uid, path, onChange, label, aria } = props
  return (
    <span class="path">
      {stepsOf(description, uid, path).map(({ uid: model, name, before, isList }) => (
        <Select
          key={before.join('.')}
          label={before.length === 0 ? label : `${label}, in ${before.join('.')}`}
          value={name}
          options={optionsOf(props, { uid: model, name, before, isList })}
          onChange={(next) => onChange(ending(props, model, [...before, next]))}
          aria={aria}
        />
      ))}
    </span>
  )
}

function stepsOf(description: Description, uid: string, path: string): readonly Step[] {
  const steps: Step[] = []
  let model: string | null = uid
  let isList = false
  const before: string[] = []
  for (const name of path.split('.')) {
    // Below an unknown name there is nothing to choose from.
    if (model === null) break
    steps.push({ uid: model, name, before: [...before], isList })
    const attribute = attributeOf(description, model, name)
    const link = attribute !== undefined && isLink(attribute) ? attribute : null
    model = link?.target ?? null
    isList = link?.many ?? false
    before.push(name)
  }
  return steps
}

/** The number of entries, at the end of a path to a list. */
const COUNT_LABEL = 'how many there are'

function optionsOf({ description, fits = () => true, hasCounts = false }: PathPickerProps, step: Step) {
  const attributes = attributesOf(description, step.uid).filter((attribute) => !isUnion(attribute))
  const known = attributes
    .filter((attribute) => !isScalar(attribute) || fits(attribute))
    .map((attribute) => ({
      value: attribute.name,
      label: isScalar(attribute) ? attribute.name : `${attribute.name} ›`,
      group: isScalar(attribute) ? 'Fields' : 'Through',
    }))
  const fields = known.filter(({ group }) => group === 'Fields')
  const ways = known.filter(({ group }) => group === 'Through')
  const isCount = step.name === COUNT
  const count = (hasCounts || isCount) && step.isList ? [{ value: COUNT, label: COUNT_LABEL }] : []
  const isKnown = isCount || known.some(({ value }) => value === step.name)
  const unknown = isKnown ? [] : [{ value: step.name, label: `${step.name} (unknown)` }]
  return [...unknown, ...count, ...fields, ...ways]
}

/** A path ends at a field: one that ends at a relation goes on to the first field there. */
function ending(props: PathPickerProps, uid: string, names: readonly string[]): string {
  const { description, fits = () => true } = props
  const attribute = attributeOf(description, uid, names.at(-1) ?? '')
  if (attribute === undefined || !isLink(attribute)) return names.join('.')
  const fields = attributesOf(description, attribute.target).filter(isScalar).filter(fits)
  const first = fields.find(({ name }) => name !== 'id' && name !== 'documentId') ?? fields[0]
  return [...names, first?.name ?? 'id'].join('.')
}
