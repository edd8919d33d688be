/** The server's error, at the control that caused it. */

import type { Problem as Found } from '../state/state.ts'
import { useStore } from '../state/store.ts'
import { Icon } from './icon.tsx'

/** `within`: includes problems of controls below that are not visible. */
export function useProblem(address: string, within = false): Found | null {
  const problem = useStore().problem.value
  if (problem === null || problem.address === null) return null
  const isHere = problem.address === address || (within && problem.address.startsWith(`${address}/`))
  return isHere ? problem : null
}

/** ARIA attributes of a control with a problem. */
export function invalid(problem: Found | null, address: string) {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId(address) }
}

export function Problem({ at, within = false }: { readonly at: string; readonly within?: boolean }) {
  const problem = useProblem(at, within)
  if (problem === null) return null
  return (
    <p class="problem" id={problemId(at)} role="alert" data-problem={at}>
      <Icon name="warning" />
      <span>
        {problem.message}
        {problem.hint !== null && <strong class="hint">{problem.hint}</strong>}
      </span>
    </p>
  )
}

function problemId(address: string): string {
  return `problem-${address.replaceAll(/[^\w-]/g, '_')}`
}
