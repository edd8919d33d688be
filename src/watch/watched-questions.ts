/** The questions that are watched, by key, each for as long as a client watches it. */

import { createQuestion, type Question, type ReadNow } from './question.ts'

export interface WatchedQuestions<Watcher> {
  /** Null where the limit is reached. To be released. */
  hold(key: string, read: ReadNow): Held<Watcher> | null
  release(held: Held<Watcher>): void
  all(): Iterable<Held<Watcher>>
  size(): number
}

export interface Held<Watcher> {
  readonly key: string
  readonly question: Question
  readonly watchers: Set<Watcher>
}

interface Counted<Watcher> extends Held<Watcher> {
  /** Clients that watch, or are about to. */
  holders: number
}

/** `most`: number of questions; `longest`: maximum length of a cached response. */
export function createWatchedQuestions<Watcher>(most: number, longest: number): WatchedQuestions<Watcher> {
  const byKey = new Map<string, Counted<Watcher>>()
  return {
    hold(key, read) {
      const known = byKey.get(key)
      if (known === undefined && byKey.size >= most) return null
      const held = known ?? { key, question: createQuestion(read, longest), watchers: new Set<Watcher>(), holders: 0 }
      held.holders += 1
      byKey.set(key, held)
      return held
    },
    release({ key }) {
      const held = byKey.get(key)
      if (held === undefined) return
      held.holders -= 1
      if (held.holders > 0) return
      byKey.delete(key)
      held.question.drop()
    },
    all: () => byKey.values(),
    size: () => byKey.size,
  }
}
