/** An answer as a tree that folds. Texts of the answer are only ever shown as text. */

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type JsonRow, rowsOf } from '../model/json-rows.ts'
import { Icon } from './icon.tsx'

export function JsonTree({ value }: { readonly value: unknown }) {
  /** What somebody opened or closed, by path; the rest is as it comes. */
  const turned = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const focused = useSignal('')
  const tree = useRef<HTMLDivElement>(null)
  const rows = rowsOf(value, turned.value)
  const turn = (row: JsonRow, isOpen = !row.isOpen) => {
    turned.value = new Map(turned.value).set(row.path, isOpen)
  }
  const focus = (row: JsonRow | undefined) => {
    if (row === undefined) return
    focused.value = row.path
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  const current = rows.find(({ path }) => path === focused.value) ?? rows[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === undefined) return
    const target = moveTo(event.key, rows, current)
    if (target === null) return
    event.preventDefault()
    if (target === 'turn') turn(current)
    else focus(target)
  }
  return (
    <div class="json" role="tree" aria-label="Answer as a tree" ref={tree} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.path}
          row={row}
          isCurrent={row === current}
          onClick={() => {
            focus(row)
            if (row.isOpen !== null) turn(row)
          }}
        />
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: JsonRow
  readonly isCurrent: boolean
  readonly onClick: () => void
}

function Row({ row, isCurrent, onClick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree as a whole listens to keys
    <div
      role="treeitem"
      class="json-row"
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen ?? undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      style={{ paddingInlineStart: `${row.depth * 16 + 4}px` }}
      onClick={onClick}
    >
      <span class="json-mark">{row.isOpen !== null && <Icon name="chevron" />}</span>
      {row.name !== null && <span class="json-name">{row.name}</span>}
      <span class={`json-value is-${row.kind}`}>{row.text}</span>
    </div>
  )
}

/** Where a key leads in a tree: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
function moveTo(key: string, rows: readonly JsonRow[], current: JsonRow): JsonRow | 'turn' | null | undefined {
  const at = rows.indexOf(current)
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1]
    case 'ArrowUp':
      return rows[at - 1]
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    case 'ArrowRight':
      return current.isOpen === false ? 'turn' : current.isOpen === true ? rows[at + 1] : undefined
    case 'ArrowLeft':
      return current.isOpen === true ? 'turn' : rows.slice(0, at).findLast((row) => row.depth < current.depth)
    case 'Enter':
    case ' ':
      return current.isOpen === null ? undefined : 'turn'
    default:
      return null
  }
}
