/** One client with an open stream. */

import type { Moment } from '../cache/revisions.ts'
import { tagText } from './event-text.ts'
import type { Outlet } from './outlet.ts'
import type { ReadNow, State } from './question.ts'
import type { Held } from './watched-questions.ts'

/** Whether events have the whole response, or its tag alone. */
export type Shows = 'response' | 'etag'

export interface Watcher<Asked> {
  readonly asked: Asked
  /** A token, or an address. */
  readonly caller: string
  readonly shows: Shows
  readonly outlet: Outlet
  /** Milliseconds since 1970. */
  readonly closesAt: number
  held: Held<Watcher<Asked>>
  /** The state of the callers' tables that the rights were read from; null: unknown. */
  rights: string | null
  /** When the credentials expire: milliseconds since 1970. */
  expires: number
  /** Until the rights are checked again, nothing is sent. */
  isVerified: boolean
}

/** The permissions of a caller at a moment. */
export interface Verified {
  /** Equal for those who get the same response. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly expires: number
  readonly read: ReadNow
}

/** Rejects with the error for a caller who may not, or no longer. */
export type Verify<Asked> = (asked: Asked, at: Moment) => Promise<Verified>

/** False where the state is too long to be sent. */
export function show<Asked>({ shows, outlet }: Watcher<Asked>, { tag, text }: State): boolean {
  const shown = shows === 'etag' ? tagText(tag) : text
  if (shown !== null) outlet.offer({ tag, text: shown })
  return shown !== null
}
