/** The state of the page. Everything shown is derived from these signals. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { locateError, type ServerError } from '../model/locate-error.ts'
import type { RequestModel } from '../model/request.ts'
import type { Description } from '../model/schema.ts'
import type { Answer, Explanation } from './answer.ts'
import { remembered } from './remembered.ts'

export interface Problem {
  /** The control that caused it; null if there is none. */
  readonly address: string | null
  readonly message: string
  readonly hint: string | null
}

export interface State {
  readonly token: Signal<string>
  readonly description: Signal<Description | null>
  /** Why there is no description. */
  readonly failure: Signal<ServerError | null>
  readonly locales: Signal<readonly string[]>
  /** The request as it is sent. */
  readonly url: Signal<string>
  /** Null where the builder cannot show the request. */
  readonly request: Signal<RequestModel | null>
  readonly answer: Signal<Answer | null>
  readonly isRunning: Signal<boolean>
  /** Why there was no response at all. */
  readonly unreachable: Signal<string | null>
  readonly problem: ReadonlySignal<Problem | null>
  readonly wantsPlan: Signal<boolean>
  /** Whether the response updates itself when content changes. */
  readonly isLive: Signal<boolean>
  /** The pane that a small screen shows. */
  readonly pane: Signal<'query' | 'answer'>
  readonly explanation: Signal<Explanation | ServerError | null>
}

export const TOKEN_KEY = 'lectern-explorer-token'

export function createState(): State {
  const description = signal<Description | null>(null)
  const request = signal<RequestModel | null>(null)
  const answer = signal<Answer | null>(null)
  return {
    token: signal(remembered('sessionStorage', TOKEN_KEY)),
    description,
    failure: signal<ServerError | null>(null),
    locales: signal<readonly string[]>([]),
    url: signal(''),
    request,
    answer,
    isRunning: signal(false),
    unreachable: signal<string | null>(null),
    problem: computed(() => problemOf(answer.value, request.value, description.value)),
    wantsPlan: signal(false),
    isLive: signal(false),
    pane: signal<'query' | 'answer'>('query'),
    explanation: signal<Explanation | ServerError | null>(null),
  }
}

function problemOf(
  answer: Answer | null,
  request: RequestModel | null,
  description: Description | null,
): Problem | null {
  const error = answer?.error ?? null
  if (error === null || description === null) return null
  const { hint } = error.details
  const address = request === null ? null : locateError(error, request, description)
  return { address, message: error.message, hint: typeof hint === 'string' ? hint : null }
}
