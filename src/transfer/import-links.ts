/** Links of an archive, after the rows that they lead from and to. */

import type { LinkRecord } from '../archive/records.ts'
import { type RowValues, updateRow } from '../sql/write-rows.ts'
import type { Ids } from './ids.ts'
import type { PlannedLink } from './plan-link.ts'
import type { RowWriter } from './row-writer.ts'
import type { Target } from './target.ts'

export interface LinkImport {
  readonly target: Target
  readonly writer: RowWriter
  readonly ids: Ids
}

/** False when one of its ends is not in the archive. */
export async function importLink(record: LinkRecord, link: PlannedLink, work: LinkImport): Promise<boolean> {
  const owners = work.ids.of(record.left.type, record.left.ref)
  const targets = work.ids.of(record.right.type, record.right.ref)
  for (const owner of owners) {
    for (const target of targets) await writeLink(link, owner, target, work)
  }
  return owners.length > 0 && targets.length > 0
}

async function writeLink(link: PlannedLink, owner: number, target: number, work: LinkImport): Promise<void> {
  const { stored } = work.target.dialect
  const values: RowValues = [
    { column: link.target, value: stored(target, 'integer') },
    ...link.more.map(({ column, value }) => ({ column: column.name, value: stored(value, column.kind) })),
  ]
  if (link.kind === 'row') {
    const all = [{ column: link.owner, value: stored(owner, 'integer') }, ...values]
    await work.writer.add({ kind: 'link', table: link.table, values: all })
    return
  }
  await work.writer.afterwards(updateRow(link.table, owner, values))
}
