/** Rows of a page by cursor → those that are shown, and the cursors of the pages around it. */

import type { Row } from '../execute/database.ts'
import { writeCursor } from '../parse/cursor.ts'
import type { CursorPage } from '../parse/parse-pagination.ts'
import type { Neighbours } from './page-meta.ts'

export interface ShownPage extends Neighbours {
  readonly rows: readonly Row[]
}

/**
 * One extra row was read, at the end further from the cursor: it tells whether the list continues there. At the other end
 * is the entry that the cursor came from, so the list continues, unless there was no cursor.
 */
export function shownPage(found: readonly Row[], { limit, seek }: CursorPage, order: string): ShownPage {
  const rows = found.filter(([, body]) => body !== null)
  const isForward = seek.side === 'after'
  const shown = isForward ? rows.slice(0, limit) : rows.slice(-limit)
  const goesOn = rows.length > limit
  const wasThere = seek.cursor !== null
  const cursorOf = (row: Row | undefined) =>
    row === undefined ? null : writeCursor({ order, values: positionIn(row) })
  return {
    rows: shown,
    next: (isForward ? goesOn : wasThere) ? cursorOf(shown.at(-1)) : null,
    previous: (isForward ? wasThere : goesOn) ? cursorOf(shown.at(0)) : null,
  }
}

/** The third column: a JSON list of texts and nulls. */
function positionIn(row: Row): readonly (string | null)[] {
  return JSON.parse(String(row[2])) as readonly (string | null)[]
}
