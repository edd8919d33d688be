import { pageTurns } from '../model/turn-page.ts'
import { useStore } from '../state/store.ts'

/** Links to the previous and next page, and the position of this one. */
export function PageTurner() {
  const { answer, request, change } = useStore()
  const asked = request.value
  const turns = asked === null ? null : pageTurns(answer.value?.body, asked.query.pagination)
  if (asked === null || turns === null) return null
  const button = (label: string, to: typeof turns.next) => (
    <button
      type="button"
      class="button"
      disabled={to === null}
      onClick={() => to !== null && change({ ...asked.query, pagination: to })}
    >
      {label}
    </button>
  )
  return (
    <nav class="pages" aria-label="Pages">
      {button('Previous', turns.previous)}
      <span class="fact">{turns.text}</span>
      {button('Next', turns.next)}
    </nav>
  )
}
