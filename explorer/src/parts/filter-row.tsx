/** One item of a list of conditions: a condition, or a group of them. */

import { MODE_LABELS, modeOf } from '../model/quantifying.ts'
import type { AllOf, AnyOf, At, Inside, Not } from '../model/query-model.ts'
import { replaceAt } from '../model/replace-at.ts'
import { IN_JSON, newItem, subjectAt } from '../model/subject.ts'
import { armsOf } from '../model/zone-arms.ts'
import { useStore } from '../state/store.ts'
import { AsWrittenRow } from './as-written.tsx'
import { Condition } from './condition.tsx'
import { AddButton } from './controls.tsx'
import { Group } from './filter-group.tsx'
import type { ItemProps } from './filter-props.ts'
import { ItemsBelow } from './items-below.tsx'
import { PathInput } from './path-input.tsx'
import { Problem } from './problem.tsx'
import { RelatedGroup } from './quantified.tsx'
import { QuantifiedBody } from './quantified-body.tsx'
import { ZoneArms } from './zone-arms.tsx'

export function FilterRow(props: ItemProps) {
  const { subject, item, onChange, at } = props
  switch (item.kind) {
    case 'compare':
      return <Condition subject={subject} value={item} onChange={onChange} onRemove={() => onChange(null)} at={at} />
    case 'at':
      return <AtGroup {...props} item={item} />
    case 'any':
      return <AnyGroup {...props} item={item} />
    case 'not':
      return <NotGroup {...props} item={item} />
    case 'inside':
      return <InsideGroup {...props} item={item} title="inside" />
    case 'quantified':
    case 'counted':
    case 'each':
      return (
        <Group title={MODE_LABELS[modeOf(item)]} note="" onRemove={() => onChange(null)} at={at}>
          <QuantifiedBody {...props} item={item} where="" />
        </Group>
      )
    case 'asWritten':
      return <AsWrittenRow part={item} onRemove={() => onChange(null)} at={at} />
  }
}

/** Conditions below an attribute: of related entries, of the items of a zone, of a document, or of one field. */
function AtGroup(props: ItemProps<At>) {
  const { subject, item, onChange, at, List } = props
  const description = useStore().description.value
  if (description === null) return null
  const arms = subject.kind === 'items' && item.name === 'on' ? armsOf(item.items) : null
  if (subject.kind === 'items' && arms !== null) {
    return <ZoneArms {...props} attribute={subject.attribute} arms={arms} />
  }
  const below = subjectAt(description, subject, item.name)
  if (below.kind !== 'value') return <RelatedGroup {...props} below={below} />
  const [only, ...others] = item.items
  if (only?.kind === 'inside' && others.length === 0) {
    const change = (next: At['items'][number] | null) => onChange(next === null ? null : { ...item, items: [next] })
    return (
      <>
        <InsideGroup {...props} item={only} onChange={change} at={`${at}/0`} title={item.name} />
        <Problem at={at} />
      </>
    )
  }
  return (
    <Group title={item.name} note="all of these apply" onRemove={() => onChange(null)} at={at}>
      <ItemsBelow subject={below} item={item} onChange={onChange} at={at} where={` in ${item.name}`} List={List} />
    </Group>
  )
}

function NotGroup({ subject, item, onChange, at, List }: ItemProps<Not>) {
  return (
    <Group title="Not" note="all of these" onRemove={() => onChange(null)} at={at}>
      <ItemsBelow subject={subject} item={item} onChange={onChange} at={at} where=" in Not" List={List} />
    </Group>
  )
}

/** Inside a JSON document, at a path. */
function InsideGroup({ item, onChange, at, List, title }: ItemProps<Inside> & { readonly title: string }) {
  return (
    <Group
      title={title}
      note="inside, at a path"
      head={<PathInput path={item.path} onChange={(path) => onChange({ ...item, path })} at={at} />}
      onRemove={() => onChange(null)}
      at={at}
    >
      <ItemsBelow subject={IN_JSON} item={item} onChange={onChange} at={at} where={` at ${item.path}`} List={List} />
    </Group>
  )
}

function AnyGroup({ subject, item, onChange, at, List }: ItemProps<AnyOf>) {
  const description = useStore().description.value
  if (description === null) return null
  const replace = (index: number, member: AllOf) => {
    const items = replaceAt(item.items, index, member.length === 0 ? null : member)
    onChange(items.length === 0 ? null : { ...item, items })
  }
  return (
    <Group title="Any of" note="" onRemove={() => onChange(null)} at={at}>
      <div class="rows">
        {item.items.map((member, index) => (
          <div class="alternative" key={index}>
            {index > 0 && <span class="word or">or</span>}
            <List
              subject={subject}
              items={member}
              onChange={(next) => replace(index, next)}
              address={`${at}/${index}`}
              where={` to alternative ${index + 1}`}
            />
          </div>
        ))}
        <div class="adds">
          <AddButton onClick={() => onChange({ ...item, items: [...item.items, [newItem(description, subject)]] })}>
            Alternative
          </AddButton>
        </div>
      </div>
    </Group>
  )
}
