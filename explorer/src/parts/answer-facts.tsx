/** Facts about a response above its body: status, size, time, total. */

import type { Answer } from '../state/answer.ts'
import { Timing } from './timing.tsx'

export function AnswerFacts({ answer }: { readonly answer: Answer }) {
  const { status, statusText, bytes, milliseconds, stages, isFirst } = answer
  return (
    <div class="facts">
      <span class={`status is-${Math.floor(status / 100)}`} data-status={status}>
        {status} {statusText}
      </span>
      <span class="fact">
        <span class="setting-name">Size</span> {sizeOf(bytes)}
      </span>
      <span class="fact">
        <span class="setting-name">Time</span> {milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms
        {isFirst && (
          <span class="first" title="Connection and caches were cold: the next request shows how fast it is">
            first request
          </span>
        )}
      </span>
      <Total answer={answer} />
      <Timing stages={stages} total={milliseconds} />
    </div>
  )
}

interface Counted {
  readonly meta?: { readonly pagination?: { readonly total?: unknown; readonly totalIs?: unknown } }
}

function Total({ answer: { body } }: { readonly answer: Answer }) {
  const { total, totalIs } = (body as Counted | null)?.meta?.pagination ?? {}
  if (typeof total !== 'number') return null
  return (
    <span class="fact">
      <span class="setting-name">Found</span> {totalIs === 'atLeast' && 'at least '}
      {total.toLocaleString('en')}
    </span>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`
}
