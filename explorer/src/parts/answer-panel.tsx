/** On the right: the response, how long it took, and its SQL. */

import { useSignal } from '@preact/signals'
import { entriesOf } from '../model/entries.ts'
import { facetsOf } from '../model/facets.ts'
import { groupTable } from '../model/group-table.ts'
import type { Answer } from '../state/answer.ts'
import { useStore } from '../state/store.ts'
import { AnswerFacts } from './answer-facts.tsx'
import { moveInTabs } from './copy-menu.tsx'
import { CardsView, TableView } from './entries-view.tsx'
import { ErrorCard } from './error-card.tsx'
import { FacetsView } from './facets-view.tsx'
import { GroupsView } from './groups-view.tsx'
import { Icon } from './icon.tsx'
import { JsonTree } from './json-tree.tsx'
import { PageTurner } from './page-turner.tsx'
import { SqlView } from './sql-view.tsx'

type View = 'tree' | 'table' | 'cards' | 'groups' | 'facets' | 'raw' | 'sql'

export function AnswerPanel() {
  const { answer, isRunning, unreachable, description, wantsPlan, run } = useStore()
  /** Null until one is chosen. */
  const view = useSignal<View | null>(null)
  const current = answer.value
  const special = viewsOf(current)
  const chosen = viewFor(view.value, special)
  const show = (next: View) => {
    view.value = next
    wantsPlan.value = next === 'sql'
    if (next === 'sql') void run()
  }
  const tabs: readonly Tab[] = [
    ['tree', 'Response'],
    ...special,
    ['raw', 'Raw'],
    ...(description.value?.explains === true ? [['sql', 'SQL and plan'] as const] : []),
  ]
  return (
    <section class="answer" aria-label="Response" aria-busy={isRunning.value} data-url={current?.url}>
      <div class={`progress ${isRunning.value ? 'is-running' : ''}`} />
      {current !== null && <AnswerFacts answer={current} />}
      {unreachable.value !== null && <Unreachable message={unreachable.value} />}
      {current === null && unreachable.value === null && <Waiting />}
      {current !== null && (
        <>
          {current.error !== null && <ErrorCard answer={current} />}
          <div class="tabs" role="tablist" aria-label="View of the response" onKeyDown={moveInTabs}>
            {tabs.map(([id, label]) => (
              <button
                key={id}
                type="button"
                role="tab"
                aria-selected={chosen === id}
                tabIndex={chosen === id ? 0 : -1}
                onClick={() => show(id)}
              >
                {label}
              </button>
            ))}
          </div>
          <div class="answer-body" role="tabpanel" aria-label={tabs.find(([id]) => id === chosen)?.[1]}>
            {chosen === 'tree' && isEmptyList(current) && (
              <p class="nothing">No entry fits this request, in this locale and status.</p>
            )}
            {chosen === 'tree' && current.isJson && <JsonTree value={current.body} />}
            {chosen === 'table' && <TableView body={current.body} />}
            {chosen === 'cards' && <CardsView body={current.body} />}
            {chosen === 'groups' && <GroupsView body={current.body} />}
            {chosen === 'facets' && <FacetsView body={current.body} />}
            {(chosen === 'raw' || (chosen === 'tree' && !current.isJson)) && <Raw answer={current} />}
            {chosen === 'sql' && <SqlView />}
          </div>
          <PageTurner />
        </>
      )}
    </section>
  )
}

type Tab = readonly [View, string]

const ALWAYS: readonly View[] = ['tree', 'raw', 'sql']

/** Besides the tree: those that the response has something for. */
function viewsOf(answer: Answer | null): readonly Tab[] {
  if (answer === null || answer.error !== null) return []
  if (/\/actions\/aggregate(?:\?|$)/.test(answer.url))
    return groupTable(answer.body) === null ? [] : [['groups', 'Groups']]
  return [
    ...((entriesOf(answer.body)?.length ?? 0) > 0 ? ENTRY_VIEWS : []),
    ...(facetsOf(answer.body).length > 0 ? [['facets', 'Facets'] as const] : []),
  ]
}

/** Groups have their own table; anything that the chosen view cannot show is a tree. */
function viewFor(view: View | null, special: readonly Tab[]): View {
  const [first] = special
  const isShown = view !== null && (ALWAYS.includes(view) || special.some(([id]) => id === view))
  if (isShown) return view
  return first?.[0] === 'groups' ? 'groups' : 'tree'
}

const ENTRY_VIEWS: readonly Tab[] = [
  ['table', 'Table'],
  ['cards', 'Cards'],
]

function isEmptyList({ body }: Answer): boolean {
  const data = (body as { readonly data?: unknown } | null)?.data
  return Array.isArray(data) && data.length === 0
}

function Raw({ answer: { body, isJson } }: { readonly answer: Answer }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <pre class="code is-tall" tabIndex={0}>
      {isJson ? JSON.stringify(body, null, 2) : String(body)}
    </pre>
  )
}

function Unreachable({ message }: { readonly message: string }) {
  const { run } = useStore()
  return (
    <div class="error-card" role="alert">
      <Icon name="warning" />
      <div>
        <strong>No response from the server</strong>
        <p class="quiet">The server may have stopped: {message}.</p>
        <button type="button" class="button" onClick={() => void run()}>
          Try again
        </button>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div class="skeleton" aria-hidden="true">
      {['60%', '85%', '75%', '40%', '80%', '55%'].map((width) => (
        <i key={width} style={{ width }} />
      ))}
    </div>
  )
}
