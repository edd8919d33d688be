/** Shows progress: a bar on a terminal, otherwise a line for each stage and one every few seconds. */

import type { Context } from './context.ts'

export interface Progress {
  /** `total` is null if it is unknown. */
  update(title: string, done: number, total: number | null): void
  /** Removes the bar. */
  end(): void
}

const WIDTH = 30
const CLEAR = '\r\u001b[2K'
/** Milliseconds between two lines of one stage. */
const EVERY = 5_000

export function createProgress(
  context: Pick<Context, 'watched' | 'err' | 'draw'>,
  now: () => number = Date.now,
): Progress {
  if (!context.watched) return createLines(context, now)
  let shown = ''
  const show = (text: string) => {
    if (text === shown) return
    shown = text
    context.draw(`${CLEAR}${text}`)
  }
  return {
    update: (title, done, total) => show(`${title} ${total === null ? counted(done) : bar(done, total)}`),
    end: () => {
      if (shown !== '') context.draw(CLEAR)
    },
  }
}

/** For commands that take seconds only with large projects: fast ones print no lines. */
export function createQuietProgress(
  context: Pick<Context, 'watched' | 'err' | 'draw'>,
  now: () => number = Date.now,
): Progress {
  const progress = createProgress(context, now)
  const began = now()
  return {
    update: (...stage) => {
      if (context.watched || now() - began >= EVERY) progress.update(...stage)
    },
    end: progress.end,
  }
}

/** For a single stage of unknown length. */
export async function whileShown<T>(context: Context, title: string, work: () => Promise<T>): Promise<T> {
  const progress = createQuietProgress(context)
  progress.update(title, 0, null)
  try {
    return await work()
  } finally {
    progress.end()
  }
}

/** For logs: a short stage is one line, a long one gets further lines. */
function createLines({ err }: Pick<Context, 'err'>, now: () => number): Progress {
  let stage = ''
  let last = 0
  const say = (text: string) => {
    last = now()
    err(text)
  }
  return {
    update: (title, done, total) => {
      if (title !== stage) say(`${title} …`)
      else if (now() - last >= EVERY) say(`${title} … ${total === null ? counted(done) : percent(done, total)}`)
      stage = title
    },
    end: () => {},
  }
}

/** Rounded, so that the bar is not drawn too often. */
function counted(done: number): string {
  if (done === 0) return '…'
  return (done < 1_000 ? done : done - (done % 1_000)).toLocaleString('en')
}

function bar(done: number, total: number): string {
  const full = Math.round(shareOf(done, total) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent(done, total).padStart(5)}`
}

const percent = (done: number, total: number) => `${Math.floor(shareOf(done, total) * 100)} %`
const shareOf = (done: number, total: number) => (total === 0 ? 1 : Math.min(1, done / total))
