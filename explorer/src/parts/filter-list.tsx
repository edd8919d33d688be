/** Conditions and groups of them, nested to any depth. */

import { useRef } from 'preact/hooks'
import type { FilterItem } from '../model/query-model.ts'
import { replaceAt } from '../model/replace-at.ts'
import { newItem } from '../model/subject.ts'
import { useStore } from '../state/store.ts'
import { AddButton } from './controls.tsx'
import type { ListProps } from './filter-props.ts'
import { FilterRow } from './filter-row.tsx'

export function FilterList(props: ListProps) {
  const { subject, items, onChange, address, where, isAlone = true, hasGroups = true } = props
  const description = useStore().description.value
  const list = useRef<HTMLDivElement>(null)
  if (description === null) return null
  const add = (item: FilterItem) => {
    onChange([...items, item])
    focusLast(list.current)
  }
  const fresh = () => newItem(description, subject)
  return (
    <div class="rows" ref={list}>
      {isAlone && items.length > 1 && <span class="word">All of these apply</span>}
      {items.map((item, index) => (
        <FilterRow
          key={index}
          subject={subject}
          item={item}
          onChange={(next) => onChange(replaceAt(items, index, next))}
          at={`${address}/${index}`}
          List={FilterList}
        />
      ))}
      <div class="adds">
        <AddButton label={`Add condition${where}`} onClick={() => add(fresh())}>
          Condition
        </AddButton>
        {hasGroups && (
          <>
            <AddButton
              label={`Add any-of group${where}`}
              onClick={() => add({ kind: 'any', items: [[fresh()], [fresh()]] })}
            >
              Any of
            </AddButton>
            <AddButton label={`Add not group${where}`} onClick={() => add({ kind: 'not', items: [fresh()] })}>
              Not
            </AddButton>
          </>
        )}
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
