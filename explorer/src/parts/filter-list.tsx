/** Conditions and groups of them, nested to any depth. */

import { useRef } from 'preact/hooks'
import type { AllOf, AnyOf, At, FilterItem } from '../model/query-model.ts'
import { attributeOf, isFilterable } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AsWrittenRow } from './as-written.tsx'
import { Condition, newCondition } from './condition.tsx'
import { AddButton } from './controls.tsx'
import { Group } from './filter-group.tsx'

interface ListProps {
  /** The model whose names these are; null for conditions on a field alone. */
  readonly uid: string | null
  /** Whether conditions may speak of the related entry itself. */
  readonly inside: boolean
  readonly items: AllOf
  readonly onChange: (items: AllOf) => void
  readonly address: string
  /** Of what, for people who hear the page: `in Any of`. */
  readonly where: string
  /** Whether it is said that all of them hold, where nothing around them says it. */
  readonly isAlone?: boolean
}

export function FilterList({ uid, inside, items, onChange, address, where, isAlone = true }: ListProps) {
  const description = useStore().description.value
  const list = useRef<HTMLDivElement>(null)
  if (description === null) return null
  const add = (item: FilterItem) => {
    onChange([...items, item])
    focusLast(list.current)
  }
  const fresh = () => newCondition(description, uid)
  const replace = (index: number, item: FilterItem | null) =>
    onChange(items.flatMap((one, position) => (position !== index ? [one] : item === null ? [] : [item])))
  return (
    <div class="rows" ref={list}>
      {isAlone && items.length > 1 && <span class="word">All of these hold</span>}
      {items.map((item, index) => (
        <Item
          key={index}
          uid={uid}
          inside={inside}
          item={item}
          onChange={(next) => replace(index, next)}
          at={`${address}/${index}`}
        />
      ))}
      <div class="adds">
        <AddButton label={`Add condition${where}`} onClick={() => add(fresh())}>
          Condition
        </AddButton>
        <AddButton
          label={`Add any-of group${where}`}
          onClick={() => add({ kind: 'any', items: [[fresh()], [fresh()]] })}
        >
          Any of
        </AddButton>
        <AddButton label={`Add not group${where}`} onClick={() => add({ kind: 'not', items: [fresh()] })}>
          Not
        </AddButton>
      </div>
    </div>
  )
}

/** A new condition gets the focus. */
function focusLast(list: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const rows = list?.querySelectorAll<HTMLElement>(':scope > :not(.adds, .word)')
    rows?.[rows.length - 1]?.querySelector<HTMLElement>('select, input')?.focus()
  })
}

interface ItemProps {
  readonly uid: string | null
  readonly inside: boolean
  readonly item: FilterItem
  /** Null: it is to go. */
  readonly onChange: (item: FilterItem | null) => void
  readonly at: string
}

function Item({ uid, inside, item, onChange, at }: ItemProps) {
  switch (item.kind) {
    case 'compare':
      return (
        <Condition uid={uid} inside={inside} value={item} onChange={onChange} onRemove={() => onChange(null)} at={at} />
      )
    case 'at':
      return <AtGroup uid={uid} item={item} onChange={onChange} at={at} />
    case 'any':
      return <AnyGroup uid={uid} inside={inside} item={item} onChange={onChange} at={at} />
    case 'not':
      return (
        <Group title="Not" note="all of these" onRemove={() => onChange(null)} at={at}>
          <FilterList
            uid={uid}
            inside={inside}
            items={item.items}
            onChange={(items) => onChange(items.length === 0 ? null : { ...item, items })}
            address={at}
            where=" in Not"
            isAlone={false}
          />
        </Group>
      )
    case 'asWritten':
      return <AsWrittenRow part={item} onRemove={() => onChange(null)} at={at} />
  }
}

interface AtGroupProps {
  readonly uid: string | null
  readonly item: At
  readonly onChange: (item: FilterItem | null) => void
  readonly at: string
}

function AtGroup({ uid, item, onChange, at }: AtGroupProps) {
  const description = useStore().description.value
  if (description === null) return null
  const attribute = uid === null ? undefined : attributeOf(description, uid, item.name)
  const target = attribute !== undefined && isFilterable(description, attribute) ? attribute.target : null
  const note =
    target === null
      ? 'all of these hold'
      : attribute !== undefined && 'many' in attribute && attribute.many
        ? 'one of them where'
        : 'where'
  return (
    <Group title={item.name} note={note} onRemove={() => onChange(null)} at={at}>
      <FilterList
        uid={target}
        inside
        items={item.items}
        onChange={(items) => onChange(items.length === 0 ? null : { ...item, items })}
        address={at}
        where={` in ${item.name}`}
        isAlone={false}
      />
    </Group>
  )
}

interface AnyGroupProps extends Omit<AtGroupProps, 'item'> {
  readonly inside: boolean
  readonly item: AnyOf
}

function AnyGroup({ uid, inside, item, onChange, at }: AnyGroupProps) {
  const description = useStore().description.value
  if (description === null) return null
  const replace = (index: number, member: AllOf) => {
    const items = item.items.flatMap((one, position) =>
      position !== index ? [one] : member.length === 0 ? [] : [member],
    )
    onChange(items.length === 0 ? null : { ...item, items })
  }
  return (
    <Group title="Any of" note="" onRemove={() => onChange(null)} at={at}>
      <div class="rows">
        {item.items.map((member, index) => (
          <div class="alternative" key={index}>
            {index > 0 && <span class="word or">or</span>}
            <FilterList
              uid={uid}
              inside={inside}
              items={member}
              onChange={(next) => replace(index, next)}
              address={`${at}/${index}`}
              where={` to alternative ${index + 1}`}
            />
          </div>
        ))}
        <div class="adds">
          <AddButton onClick={() => onChange({ ...item, items: [...item.items, [newCondition(description, uid)]] })}>
            Alternative
          </AddButton>
        </div>
      </div>
    </Group>
  )
}
