/** Uploaded files, and archives that are wrapped in one way or another. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportProject, importProject, openProject } from '../../src/index.ts'
import type { ExportProgress } from '../../src/operate/export-project.ts'
import { fixture } from '../support/fixture.ts'
import { contentsOf } from './contents.ts'
import { assetsPlace, type Place, unpack } from './places.ts'

const PLAIN = fixture('export/assets-export.tar.gz')
const ENCRYPTED = fixture('export/assets-export-key-k1.tar.gz.enc')
const FILES = ['f1_h.png', 'f2_h.png', 'f3_h.png', 'thumbnail_f1_h.png', 'thumbnail_f2_h.png', 'thumbnail_f3_h.png']

let place: Place
beforeEach(async () => {
  place = await assetsPlace()
})
afterEach(() => place.remove())

const uploads = () => join(place.folder, 'public/uploads')
const filesThere = () => (existsSync(uploads()) ? readdirSync(uploads()).sort() : [])
const importing = (archive: string, more: object = {}) =>
  importProject({ project: place.folder, database: place.database, env: {}, archive, ...more })
const exporting = (archive: string, more: object = {}) =>
  exportProject({ project: place.folder, database: place.database, env: {}, archive, ...more })

describe('an export', () => {
  it('says how far it is: entries of a known number, then files and links', async () => {
    await importing(PLAIN)
    const last = new Map<string, readonly [number, number | null]>()
    const onProgress = ({ stage, done, total }: ExportProgress) => last.set(stage, [done, total])
    const { entries, links, files } = await exporting(join(place.folder, 'again.tar'), { onProgress })
    const count = [...entries.values()].reduce((sum, number) => sum + number, 0)
    expect([...last]).toEqual([
      ['entries', [count, count]],
      ['files', [files, null]],
      ['links', [links, null]],
    ])
  })
})

describe('an encrypted archive', () => {
  it('is imported with its key, files and all', async () => {
    const imported = await importing(ENCRYPTED, { key: 'k1' })
    expect(imported).toMatchObject({ files: 6, danglingLinks: 0, leftOut: [] })
    expect(filesThere()).toEqual(FILES)
    await unpack(PLAIN, join(place.folder, 'unpacked'))
    for (const file of FILES) {
      const original = readFileSync(join(place.folder, 'unpacked/assets/uploads', file))
      expect(readFileSync(join(uploads(), file)), file).toEqual(original)
    }
  })

  it('shows its files where they were', async () => {
    await importing(ENCRYPTED, { key: 'k1' })
    await place.sql(`insert into up_permissions (action) values ('api::author.author.find')`)
    await place.sql(`insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions p, up_roles r
      where p.action = 'api::author.author.find' and r.type = 'public'`)
    const lectern = await openProject({ project: place.folder, database: place.database, env: {} })
    try {
      const response = await lectern.fetch('/api/authors?populate=avatar')
      expect(await response.json()).toMatchObject({ data: [{ avatar: { url: '/uploads/f1_h.png' } }] })
    } finally {
      await lectern.close()
    }
  })

  it.each([
    [{}, 'This archive is encrypted; give the key that it was exported with: --key KEY.'],
    [{ key: 'k2' }, 'This archive was not encrypted with the given key; give the one that it was exported with.'],
  ])('is refused with %j in one sentence', async (more, sentence) => {
    await expect(importing(ENCRYPTED, more)).rejects.toThrow(`${ENCRYPTED}: ${sentence}`)
    expect(existsSync(place.database)).toBe(false)
    expect(filesThere()).toEqual([])
  })
})

describe('what was imported', () => {
  it.each([
    ['plain.tar', 'plain.tar', null],
    ['packed.tar.gz', 'packed.tar.gz', null],
    ['named', 'named.tar.gz', null],
    ['locked.tar.gz.enc', 'locked.tar.gz.enc', 'secret'],
    ['locked.tar', 'locked.tar.enc', 'secret'],
  ])('is exported as %s', async (given, written, key) => {
    await importing(PLAIN)
    const exported = await exporting(join(place.folder, given), key === null ? {} : { key })
    expect(exported).toMatchObject({ archive: join(place.folder, written), files: 6, missingFiles: 0 })
    const [ours, theirs] = [await contentsOf(exported.archive, key), await contentsOf(PLAIN)]
    expect(ours.entities).toEqual(theirs.entities)
    expect(ours.links).toEqual(theirs.links)
    expect(ours.files).toEqual(theirs.files)
    expect(readdirSync(place.folder).filter((name) => name.startsWith('.lectern'))).toEqual([])
  })

  it('is not exported over another file, nor encrypted without a key', async () => {
    await importing(PLAIN)
    writeFileSync(join(place.folder, 'there.tar'), 'mine')
    await expect(exporting(join(place.folder, 'there.tar'))).rejects.toThrow('This file exists already')
    expect(readFileSync(join(place.folder, 'there.tar'), 'utf8')).toBe('mine')
    await expect(exporting(join(place.folder, 'a.tar.enc'))).rejects.toThrow('give the key for it: --key KEY')
  })

  it('is exported without files that are gone', async () => {
    await importing(PLAIN)
    rmSync(join(uploads(), 'f2_h.png'))
    const exported = await exporting(join(place.folder, 'less.tar'))
    expect(exported).toMatchObject({ files: 5, missingFiles: 1 })
  })
})

describe('an archive by another name', () => {
  it('is imported as a folder', async () => {
    await unpack(PLAIN, join(place.folder, 'unpacked'))
    expect(await importing(join(place.folder, 'unpacked'))).toMatchObject({ files: 6, danglingLinks: 0 })
  })

  it('is recognized by its content', async () => {
    const odd = join(place.folder, 'odd.tar.gz')
    writeFileSync(odd, gunzipSync(readFileSync(PLAIN)))
    expect(await importing(odd)).toMatchObject({ files: 6 })
  })

  it('is read twice where links and files come before the entries', async () => {
    const folder = join(place.folder, 'unpacked')
    await unpack(PLAIN, folder)
    const packing = pack()
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort((a, b) => Number(a.startsWith('entities')) - Number(b.startsWith('entities')))
    expect(paths.at(-1)).toBe('entities/entities_00001.jsonl')
    for (const path of paths) packing.entry({ name: `./${path}` }, readFileSync(join(folder, path)))
    packing.finalize()
    const repacked = join(place.folder, 'repacked.tar')
    writeFileSync(repacked, await buffer(packing as unknown as NodeJS.ReadableStream))
    expect(await importing(repacked)).toMatchObject({ files: 6, danglingLinks: 0 })
    expect(filesThere()).toEqual(FILES)
  })
})

describe('files of another service', () => {
  it('belong here once they are imported', async () => {
    const folder = join(place.folder, 'unpacked')
    await unpack(PLAIN, folder)
    for (const path of ['entities/entities_00001.jsonl', 'assets/metadata/f1_h.png.json']) {
      const text = readFileSync(join(folder, path), 'utf8')
      const elsewhere = text
        .replaceAll('"/uploads/', '"https://files.example.com/')
        .replaceAll('"provider":"local","provider_metadata"', '"provider":"aws-s3","provider_metadata"')
      expect(elsewhere).not.toBe(text)
      writeFileSync(join(folder, path), elsewhere)
    }
    await importing(folder)
    const [row] = await place.sql(
      `select url, provider, json_extract(formats, '$.thumbnail.url') from files where hash = 'f1_h'`,
    )
    expect(row).toEqual(['/uploads/f1_h.png', 'local', '/uploads/thumbnail_f1_h.png'])
  })
})
