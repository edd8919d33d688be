/** A response that is an error. */

import type { Answer } from '../state/answer.ts'
import { type Store, useStore } from '../state/store.ts'
import { Icon } from './icon.tsx'

/** It is also shown at the control that caused it, if there is one. */
export function ErrorCard({ answer: { error } }: { readonly answer: Answer }) {
  const { problem, pane } = useStore()
  if (error === null) return null
  const address = problem.value?.address ?? null
  return (
    <div class="error-card">
      <Icon name="warning" />
      <div>
        <strong>{error.message}</strong>
        {problem.value?.hint !== null && problem.value?.hint !== undefined && <p class="hint">{problem.value.hint}</p>}
        <p class="quiet">{adviceFor(error.status, address)}</p>
        {error.status === 400 && address !== null && (
          <button type="button" class="button" onClick={() => goToProblem(pane)}>
            Go to it
          </button>
        )}
      </div>
    </div>
  )
}

/** After switching to the query, on screens that show only one pane. */
function goToProblem(pane: Store['pane']): void {
  pane.value = 'query'
  requestAnimationFrame(focusProblem)
}

function focusProblem(): void {
  const control = document.querySelector<HTMLElement>('.middle [aria-invalid="true"]')
  control?.focus()
  const place = control ?? document.querySelector('.middle [data-problem]')
  place?.scrollIntoView({ block: 'center' })
}

function adviceFor(status: number, address: string | null): string {
  if (status === 401) return 'The token is not valid. Check it under “Asking as”.'
  if (status === 403) return 'This caller may not do this. A token with more rights may: type it under “Asking as”.'
  if (status === 404) return 'There is no such path, or no such entry in this status and locale.'
  return address === null ? 'The request was refused.' : 'The mistake is marked in the builder.'
}
