/** Something that can be populated: whether it is, and when opened, how. */

import type { FunctionComponent } from 'preact'
import { useId, useState } from 'preact/hooks'
import { type PopulateEntry, plainEntry } from '../model/query-model.ts'
import { saysSomething } from '../model/read-pagination.ts'
import { type DescribedAttribute, titleOf } from '../model/schema.ts'
import { Icon } from './icon.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

/** The populate options of one attribute. */
export interface PopulateOptionsProps {
  readonly attribute: DescribedAttribute
  readonly entry: PopulateEntry
  readonly onChange: (entry: PopulateEntry) => void
  readonly at: string
}

interface PopulateNodeProps {
  readonly name: string
  /** Null for a name that the caller does not see, or that there is not. */
  readonly attribute: DescribedAttribute | null
  /** Null when it is not populated. */
  readonly entry: PopulateEntry | null
  readonly onChange: (entry: PopulateEntry) => void
  readonly onCheck: (isOn: boolean) => void
  readonly at: string
  /** Nodes lead on to options, and those to nodes again: each is handed what it cannot import. */
  readonly Options: FunctionComponent<PopulateOptionsProps>
}

export function PopulateNode({ name, attribute, entry, onChange, onCheck, at, Options }: PopulateNodeProps) {
  const [isOpen, setOpen] = useState(entry !== null && !isPlain(entry))
  const body = useId()
  const isShown = isOpen && entry !== null
  const problem = useProblem(at, !isShown)
  const check = (isOn: boolean) => {
    onCheck(isOn)
    if (!isOn) setOpen(false)
  }
  return (
    <div class={`node ${entry === null ? '' : 'is-on'}`} data-control={at}>
      <div class="node-head">
        <label>
          <input
            type="checkbox"
            data-tree=""
            checked={entry !== null}
            onChange={(event) => check(event.currentTarget.checked)}
            {...invalid(problem, at)}
          />
          <span class="name">{name}</span>
        </label>
        <span class={`kind is-${attribute?.kind ?? 'unknown'}`}>{kindOf(attribute)}</span>
        {entry !== null && attribute !== null && (
          <button
            type="button"
            class="opener"
            data-opener=""
            aria-expanded={isShown}
            aria-controls={body}
            aria-label={`Options of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {summaryOf(entry)}
            <Icon name="chevron" />
          </button>
        )}
      </div>
      <Problem at={at} within={!isShown} />
      {isShown && attribute !== null && (
        <div class="node-body" id={body}>
          <Options attribute={attribute} entry={entry} onChange={onChange} at={at} />
        </div>
      )}
    </div>
  )
}

function isPlain(entry: PopulateEntry): boolean {
  return JSON.stringify(entry) === JSON.stringify(plainEntry(entry.name))
}

function kindOf(attribute: DescribedAttribute | null): string {
  if (attribute === null) return 'unknown'
  if (attribute.kind === 'scalar') return attribute.type
  if ('targets' in attribute) return attribute.kind === 'dynamiczone' ? 'dynamic zone' : 'any type'
  const many = attribute.many ? ' list' : ''
  if (attribute.kind === 'media') return `media${many}`
  if (attribute.kind === 'component') return `component${many}`
  if (attribute.kind === 'localizations') return 'other locales'
  return attribute.many ? `→ ${titleOf(attribute.target)} list` : `→ ${titleOf(attribute.target)}`
}

function summaryOf({ fields, filters, sort, pagination, populate, on, count }: PopulateEntry): string {
  const parts = [
    fields === null ? null : fields.length === 1 ? '1 field' : `${fields.length} fields`,
    filters.length === 0 ? null : 'filtered',
    sort.length === 0 ? null : 'sorted',
    saysSomething(pagination) ? 'in pages' : null,
    on === null ? null : `${on.length} chosen`,
    populate.kind === 'none' ? null : 'populated',
    count ? 'count' : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'options' : parts.join(' · ')
}
