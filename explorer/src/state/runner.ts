/** Sends the latest request, and drops earlier ones. */

import { batch } from '@preact/signals'
import { ask, type Explanation } from './answer.ts'
import type { State } from './state.ts'

export interface Runner {
  run(): Promise<void>
  /** After a pause in typing. */
  soon(): void
}

/** Longer than the pause between two keys, too short to be noticed. */
const PAUSE = 250

export function createRunner(state: State): Runner {
  let running = new AbortController()
  let later: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(later)
    running.abort()
    const mine = new AbortController()
    running = mine
    if (state.url.value === '') return
    state.isRunning.value = true
    try {
      await show(state, mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) state.unreachable.value = error instanceof Error ? error.message : String(error)
    } finally {
      if (running === mine) state.isRunning.value = false
    }
  }

  return {
    run,
    soon: () => {
      clearTimeout(later)
      later = setTimeout(() => void run(), PAUSE)
    },
  }
}

async function show(state: State, stop: AbortSignal): Promise<void> {
  const got = await ask(state.url.value, state.token.value, stop, state.answer.value === null)
  if (stop.aborted) return
  batch(() => {
    state.answer.value = got
    state.unreachable.value = null
  })
  if (state.wantsPlan.value && state.description.value?.explains === true && got.error === null) {
    await explain(state, stop)
  }
}

async function explain(state: State, stop: AbortSignal): Promise<void> {
  const got = await ask(`/_explorer/explain${state.url.value}`, state.token.value, stop)
  if (!stop.aborted) state.explanation.value = got.error ?? (got.body as Explanation)
}
