/** Backups that are taken while others write, and what comes back from them. */

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { backupProject } from '../../src/operate/backup-project.ts'
import { importProject } from '../../src/operate/import-project.ts'
import { DATABASES } from '../support/databases.ts'
import { type DatabaseKind, openSite, type Site } from '../writes/site.ts'

const SPEC = {
  types: {
    // Two that are always written together, by the same transaction.
    post: {
      attributes: {
        title: { type: 'string' },
        notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note' },
      },
    },
    note: { attributes: { text: { type: 'text' } } },
  },
}
const FILES: Readonly<Record<DatabaseKind, string>> = { SQLite: 'backup.db', PostgreSQL: 'backup.tar.gz' }

const opened: Site[] = []
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close()
})

async function open(kind: DatabaseKind): Promise<Site> {
  const site = await openSite(kind, SPEC)
  opened.push(site)
  return site
}

const source = ({ folder, database }: Site) => ({ project: folder, database, env: {} })
const inFolder = ({ folder }: Site) => readdirSync(folder).filter((name) => name.includes('backup'))

describe('a backup of a SQLite file', () => {
  it.each(['backup.tar.gz', 'backup.tgz', 'backup.tar', 'backup.tar.gz.enc'])(
    'is not called %s, as an archive is',
    async (name) => {
      const site = await open('SQLite')
      const backup = backupProject({ ...source(site), file: join(site.folder, name) })
      await expect(backup).rejects.toThrow('a copy of it, not an archive')
      expect(inFolder(site)).toEqual([])
    },
  )
})

describe.each(DATABASES)('a backup of %s', (kind) => {
  it('is of one moment, while others write, and comes back', async () => {
    const site = await open(kind)
    const first = await site.create('/api/notes', { text: 'x'.repeat(1_000) })
    await site.create('/api/posts', { title: 'one', notes: [first.documentId] })
    let isOver = false
    const writing = (async () => {
      while (!isOver) await site.create('/api/notes', { text: 'y'.repeat(20_000) })
    })()
    const file = join(site.folder, FILES[kind])
    const progress: number[] = []
    const onProgress = (done: number) => progress.push(done)
    const made = await backupProject({ ...source(site), file, onProgress })
    isOver = true
    await writing
    expect(made.file).toBe(file)
    expect(progress.at(-1)).toBeGreaterThan(0)
    expect(inFolder(site)).toEqual([FILES[kind]])
    const after = (await site.list('/api/notes')).length
    await restore(site, kind, file)
    const lectern = await openProject({ ...source(site) })
    const response = await lectern.fetch('/api/posts?populate=*')
    const { data } = (await response.json()) as { data: readonly { title: string; notes: readonly unknown[] }[] }
    expect(data).toMatchObject([{ title: 'one', notes: [{ documentId: first.documentId }] }])
    const notes = (await (await lectern.fetch('/api/notes')).json()) as { meta: { pagination: { total: number } } }
    expect(notes.meta.pagination.total).toBeGreaterThan(0)
    expect(notes.meta.pagination.total).toBeLessThanOrEqual(after)
    await lectern.close()
  }, 60_000)

  it('is not written when it must not be completed', async () => {
    const site = await open(kind)
    const file = join(site.folder, FILES[kind])
    const onComplete = () => {
      throw new Error('Stopped.')
    }
    await expect(backupProject({ ...source(site), file, onComplete })).rejects.toThrow('Stopped.')
    expect(inFolder(site)).toEqual([])
    const there: boolean[] = []
    await backupProject({ ...source(site), file, onComplete: () => there.push(existsSync(file)) })
    expect([...there, existsSync(file)]).toEqual([false, true])
  })

  it('does not take the place of a file that is there', async () => {
    const site = await open(kind)
    const file = join(site.folder, FILES[kind])
    await backupProject({ ...source(site), file })
    await expect(backupProject({ ...source(site), file })).rejects.toThrow('This file exists already')
  })

  it('does not take the place of a file that another run has written meanwhile', async () => {
    const site = await open(kind)
    const file = join(site.folder, FILES[kind])
    const onProgress = () => writeFileSync(file, 'theirs')
    await site.create('/api/notes', { text: 'one' })
    await expect(backupProject({ ...source(site), file, onProgress })).rejects.toThrow('This file exists already')
    expect([inFolder(site), readFileSync(file, 'utf8')]).toEqual([[FILES[kind]], 'theirs'])
  })

  it('leaves nothing when it fails', async () => {
    const site = await open(kind)
    const file = join(site.folder, FILES[kind])
    const onProgress = () => {
      throw new Error('stopped')
    }
    await site.create('/api/notes', { text: 'one' })
    await expect(backupProject({ ...source(site), file, onProgress })).rejects.toThrow('stopped')
    expect(inFolder(site)).toEqual([])
  })
})

async function restore(site: Site, kind: DatabaseKind, file: string): Promise<void> {
  if (kind === 'SQLite') return renameSync(file, site.database)
  await importProject({ ...source(site), archive: file, replace: true })
}

describe('a copy of a SQLite file', () => {
  it('is one whole file, without a log beside it', async () => {
    const site = await open('SQLite')
    for (let number = 0; number < 20; number += 1) await site.create('/api/notes', { text: 'x'.repeat(10_000) })
    const file = join(site.folder, 'backup.db')
    await backupProject({ ...source(site), file })
    expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false])
    const copy = new BetterSqlite3(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('select count(*) from notes').pluck().get()).toBe(20)
    copy.close()
  })
})
