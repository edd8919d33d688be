import type { ClientBase } from 'pg'
import { describe, expect, it } from 'vitest'
import { findRevisionSource } from './find-revision-source.ts'
import { notedRevisions, notedRows } from './revisions.ts'
import { snapshotRevisions } from './snapshot-revisions.ts'

const PLAIN = 'PostgreSQL 17.2 on x86_64-pc-linux-gnu, compiled by gcc 12.2.0, 64-bit'

interface Server {
  readonly tracked?: boolean
  /** Whether triggers distinguish drafts. */
  readonly noted?: boolean
  readonly version?: string
  /** The response to the query of the snapshot. */
  readonly refusal?: Error
}

function server({ tracked = false, noted = false, version = PLAIN, refusal }: Server) {
  const query = async (asked: string | { readonly text: string }) => {
    const text = typeof asked === 'string' ? asked : asked.text
    if (text.includes('has_table_privilege')) return { rows: [[tracked, noted]] }
    if (text === 'select version()') return { rows: [[version]] }
    if (refusal !== undefined) throw refusal
    return { rows: [] }
  }
  return { query } as unknown as ClientBase
}

const found = (asked: Server, hasReplicas = false) => findRevisionSource(server(asked), hasReplicas)

describe('findRevisionSource', () => {
  it('uses the records of triggers if there are any, whichever program created these', async () => {
    expect(await found({ tracked: true })).toBe(notedRevisions)
    expect(await found({ tracked: true, version: 'CockroachDB CCL v25.1.0' })).toBe(notedRevisions)
  })

  it('distinguishes drafts if the triggers do', async () => {
    expect(await found({ tracked: true, noted: true })).toBe(notedRows)
    expect(await found({ noted: true })).toBe(snapshotRevisions)
  })

  it('uses the snapshot on PostgreSQL itself', async () => {
    expect(await found({})).toBe(snapshotRevisions)
  })

  it('uses only records with replicas, which have them, too', async () => {
    expect(await found({ tracked: true }, true)).toBe(notedRevisions)
    expect(await found({}, true)).toBeNull()
  })

  it('uses nothing on a server that is merely compatible, or without permission for the functions', async () => {
    expect(await found({ version: 'PostgreSQL 16' })).toBeNull()
    const refusal = Object.assign(new Error('permission denied for function'), { code: '42501' })
    expect(await found({ refusal })).toBeNull()
  })

  it('does not take a dead connection for a missing permission', async () => {
    const refusal = new Error('Connection terminated unexpectedly')
    await expect(found({ refusal })).rejects.toThrow('Connection terminated')
  })
})
