/** Progress: a bar on a terminal, a line for each stage otherwise. */

import type { Context } from './context.ts'

export interface Progress {
  /** `total` is null where it is unknown. */
  update(title: string, done: number, total: number | null): void
  /** Takes the bar away. */
  end(): void
}

const WIDTH = 30
const CLEAR = '\r\u001b[2K'

export function createProgress(context: Pick<Context, 'watched' | 'err' | 'draw'>): Progress {
  let shown = ''
  const show = (text: string, write: (text: string) => void) => {
    if (text === shown) return
    shown = text
    write(text)
  }
  if (!context.watched) {
    return { update: (title) => show(`${title} …`, (text) => context.err(text)), end: () => {} }
  }
  return {
    update: (title, done, total) =>
      show(`${title} ${total === null ? counted(done) : bar(done, total)}`, (text) => context.draw(`${CLEAR}${text}`)),
    end: () => {
      if (shown !== '') context.draw(CLEAR)
    },
  }
}

/** Not every one of a million is drawn. */
function counted(done: number): string {
  return (done < 1_000 ? done : done - (done % 1_000)).toLocaleString('en')
}

function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)} %`
}
