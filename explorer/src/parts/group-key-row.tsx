/** A field that entries are grouped or counted by, and for dates the unit. */

import type { ComponentChildren } from 'preact'
import { DATE_PART_NAMES, MEASURES } from '../../../src/vocabulary/measures.ts'
import { valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { attributeAt, type DescribedScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { IconButton, Select } from './controls.tsx'
import { PathPicker } from './path-picker.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface GroupKeyRowProps {
  readonly uid: string
  /** `publishDay:month`. */
  readonly value: string
  readonly onChange: (value: string | null) => void
  readonly label: string
  readonly at: string
  readonly children?: ComponentChildren
}

export function GroupKeyRow({ uid, value, onChange, label, at, children }: GroupKeyRowProps) {
  const description = useStore().description.value
  const problem = useProblem(at)
  if (description === null) return null
  const [path = '', part = ''] = value.split(':')
  const attribute = attributeAt(description, uid, path.split('.'))
  const hasParts = attribute?.kind === 'scalar' && ['date', 'moment'].includes(valueKind(attribute.type))
  return (
    <div class="row" data-control={at}>
      <PathPicker
        description={description}
        uid={uid}
        path={path}
        onChange={onChange}
        label={label}
        aria={invalid(problem, at)}
        fits={isGroupKey}
      />
      {(hasParts || part !== '') && (
        <Select
          label={`${label}: part of the date`}
          value={part}
          options={['', ...DATE_PART_NAMES].map((name) => ({
            value: name,
            label: name === '' ? 'exact' : `by ${name}`,
          }))}
          onChange={(next) => onChange(next === '' ? path : `${path}:${next}`)}
        />
      )}
      {children}
      <span class="row-end">
        <IconButton icon="close" label={`Remove ${value}`} onClick={() => onChange(null)} />
      </span>
      <Problem at={at} />
    </div>
  )
}

/** Attributes other than JSON and long texts. */
export function isGroupKey({ type }: DescribedScalar): boolean {
  const kinds: readonly string[] = MEASURES.countDistinct
  return type !== 'richtext' && kinds.includes(valueKind(type))
}
