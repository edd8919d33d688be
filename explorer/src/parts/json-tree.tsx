/** A response as a tree that folds. Its texts are never rendered as HTML. */

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { isRecord } from '../../../src/config/project-config.ts'
import { entryUrl } from '../model/entries.ts'
import { type JsonRow, rowsOf } from '../model/json-rows.ts'
import { MOST_HITS, type SearchResult, searchJson } from '../model/search-json.ts'
import { useStore } from '../state/store.ts'
import { toClipboard } from './copy-menu.tsx'
import { Follow } from './entries-view.tsx'
import { Icon } from './icon.tsx'

export function JsonTree({ value }: { readonly value: unknown }) {
  /** Rows that the user opened or closed, by path; others have their default. */
  const turned = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const focused = useSignal('')
  const sought = useSignal('')
  const copied = useSignal('')
  const tree = useRef<HTMLDivElement>(null)
  const found = searchJson(value, sought.value)
  const isSearching = sought.value.trim() !== ''
  const rows = isSearching
    ? rowsOf(value, new Map([...found.opened, ...turned.value])).filter(({ path }) => isOnTheWay(path, found))
    : rowsOf(value, turned.value)
  const copy = async (row: JsonRow) => {
    copied.value = (await toClipboard(JSON.stringify(row.value, null, 2))) ? row.path : ''
  }
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
    // With a modifier it is a key of the browser: Ctrl+C copies what is selected.
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const target = moveTo(event.key, rows, current)
    if (target === null) return
    event.preventDefault()
    if (target === 'turn') turn(current)
    else if (target === 'copy') void copy(current)
    else focus(target)
  }
  return (
    <>
      <div class="find">
        <input
          type="search"
          aria-label="Search in the response"
          placeholder="Search in the response"
          value={sought.value}
          onInput={(event) => {
            sought.value = event.currentTarget.value
          }}
        />
        <span role="status">{isSearching ? foundText(found.hits.size) : ''}</span>
      </div>
      <div class="json" role="tree" aria-label="Response as a tree" ref={tree} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <Row
            key={row.path}
            row={row}
            isCurrent={row === current}
            isHit={found.hits.has(row.path)}
            isCopied={copied.value === row.path}
            onCopy={() => void copy(row)}
            onClick={() => {
              focus(row)
              if (row.isOpen !== null) turn(row)
            }}
          />
        ))}
      </div>
    </>
  )
}

function foundText(hits: number): string {
  if (hits === 0) return 'Not in this response'
  return hits === MOST_HITS ? `The first ${hits}` : `${hits} found`
}

/** Whether a row is a hit, or contains one. */
function isOnTheWay(path: string, { hits, opened }: SearchResult): boolean {
  return hits.has(path) || opened.has(path)
}

interface RowProps {
  readonly row: JsonRow
  readonly isCurrent: boolean
  readonly isHit: boolean
  readonly isCopied: boolean
  readonly onCopy: () => void
  readonly onClick: () => void
}

function Row({ row, isCurrent, isHit, isCopied, onCopy, onClick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree as a whole listens to keys
    <div
      role="treeitem"
      class={`json-row ${isHit ? 'is-hit' : ''}`}
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
      <RowActions row={row} isCopied={isCopied} onCopy={onCopy} />
    </div>
  )
}

/** By mouse; by keyboard `c` copies, and the table has the links. */
function RowActions({ row, isCopied, onCopy }: Pick<RowProps, 'row' | 'isCopied' | 'onCopy'>) {
  const { request, description } = useStore()
  const names = row.names.slice(1).filter((name) => !/^\d+$/.test(name))
  const isEntry =
    row.names[0] === 'data' && isRecord(row.value) && (names.length > 0 || request.value?.documentId === null)
  const url =
    isEntry && isRecord(row.value) && request.value !== null && description.value !== null
      ? entryUrl(row.value, names, request.value, description.value)
      : null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keeps clicks on what is inside from folding the row
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <span class="row-actions" onClick={(event) => event.stopPropagation()}>
      {url !== null && <Follow url={url} label="Open" />}
      <button type="button" tabIndex={-1} aria-label={`Copy ${row.name ?? 'the value'} as JSON`} onClick={onCopy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

/** The action of a key in a tree: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
function moveTo(key: string, rows: readonly JsonRow[], current: JsonRow): JsonRow | 'turn' | 'copy' | null | undefined {
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
    case 'c':
      return 'copy'
    case 'Enter':
    case ' ':
      return current.isOpen === null ? undefined : 'turn'
    default:
      return null
  }
}
