/** Links of an archive, after the rows that they lead from and to. */

import type { LinkRecord } from '../archive/records.ts'
import { bind, join, name, type Sql, sql } from '../sql/sql.ts'
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
  const values = new Map<string, Sql>([
    [link.target, stored(target, 'integer')],
    ...link.more.map(({ column, value }) => [column.name, stored(value, column.kind)] as const),
  ])
  if (link.kind === 'row') {
    const all = new Map([[link.owner, stored(owner, 'integer')], ...values])
    await work.writer.add({ kind: 'link', table: link.table, values: all })
    return
  }
  const changes = [...values].map(([column, value]) => sql`${name(column)} = ${value}`)
  await work.writer.afterwards(sql`update ${name(link.table)} set ${join(changes, ', ')} where "id" = ${bind(owner)}`)
}
