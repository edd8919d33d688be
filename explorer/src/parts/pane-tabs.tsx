import { useStore } from '../state/store.ts'
import { moveInTabs } from './copy-menu.tsx'

const PANES = [
  ['query', 'Query'],
  ['answer', 'Response'],
] as const

/** For screens that have room for the query or its response, not for both; hidden on others. */
export function PaneTabs() {
  const { pane, answer } = useStore()
  const status = answer.value?.status
  return (
    <div class="tabs pane-tabs" role="tablist" aria-label="Query or response" onKeyDown={moveInTabs}>
      {PANES.map(([id, label]) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={pane.value === id}
          tabIndex={pane.value === id ? 0 : -1}
          onClick={() => {
            pane.value = id
          }}
        >
          {label}
          {id === 'answer' && status !== undefined && (
            <span class={`pane-status is-${Math.floor(status / 100)}`}>{status}</span>
          )}
        </button>
      ))}
    </div>
  )
}
