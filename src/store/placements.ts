/** What a change asks for, as steps of arranging: references become rows. */

import type { EntryReference, LinkChange, LinkItem } from '../validate/document-input.ts'
import type { Placement } from './arrange.ts'

export type RowsOf<Key> = (item: LinkItem) => Promise<readonly Key[]>

export async function placementsOf<Key>(change: LinkChange, rowsOf: RowsOf<Key>): Promise<readonly Placement<Key>[]> {
  const steps: Placement<Key>[] = []
  if (change.kind === 'set') steps.push({ kind: 'clear' })
  else for (const item of change.disconnect) steps.push({ kind: 'remove', rows: await rowsOf(item) })
  for (const item of change.kind === 'set' ? change.items : change.connect) {
    const { position } = item
    const rows = await rowsOf(item)
    if ('neighbour' in position) {
      const neighbours = await rowsOf(neighbourOf(item, position.neighbour))
      steps.push({ kind: 'putBy', rows, at: position.at, neighbours })
    } else steps.push({ kind: 'put', rows, at: position.at })
  }
  return steps
}

/** In a relation to any type, a neighbour is of the type of what is placed by it. */
function neighbourOf({ type }: LinkItem, entry: EntryReference): LinkItem {
  return { entry, type, locale: null, status: null, position: { at: 'end' } }
}
