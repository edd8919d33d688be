import { useSignal } from '@preact/signals'
import type { ServerError } from '../model/locate-error.ts'
import { type Advice, ask } from '../state/answer.ts'
import { useStore } from '../state/store.ts'
import { SqlText } from './sql-text.tsx'

/** Asks the server to try indexes on a copy, and shows those that help. Nothing is created. */
export function AdviceView() {
  const { answer, token } = useStore()
  const advice = useSignal<Advice | ServerError | 'asking' | null>(null)
  const url = answer.value?.url ?? ''
  const advise = async () => {
    advice.value = 'asking'
    try {
      const got = await ask(`/_explorer/advise${url}`, token.value, new AbortController().signal)
      advice.value = got.error ?? (got.body as Advice)
    } catch {
      advice.value = { status: 503, name: 'Unreachable', message: 'No response from the server', details: {} }
    }
  }
  return (
    <div class="advice">
      <button type="button" class="button" disabled={advice.value === 'asking'} onClick={() => void advise()}>
        Advise
      </button>
      <div role="status">
        {advice.value === null && <p class="quiet">Tries indexes on a copy of the tables, and creates none.</p>}
        {advice.value === 'asking' && <p class="quiet">Trying indexes…</p>}
        {advice.value !== null && advice.value !== 'asking' && <Found advice={advice.value} />}
      </div>
    </div>
  )
}

function Found({ advice }: { readonly advice: Advice | ServerError }) {
  if (!('statements' in advice)) return <p class="quiet">{advice.message}.</p>
  if (advice.statements.length === 0) {
    return <p class="quiet">No index makes this request noticeably faster: it takes {inMilliseconds(advice.before)}.</p>
  }
  return (
    <>
      <p>
        From {inMilliseconds(advice.before)} to {inMilliseconds(advice.after)} with
      </p>
      <SqlText sql={advice.statements.map((statement) => `${statement};`).join('\n')} />
    </>
  )
}

function inMilliseconds(time: number): string {
  return `${time.toFixed(2)} ms`
}
