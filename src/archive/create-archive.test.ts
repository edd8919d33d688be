import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createArchive } from './create-archive.ts'
import { openArchive } from './open-archive.ts'
import { createPartWriter } from './part-writer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const time = new Date(0)

async function* counted(number: number): AsyncGenerator<string> {
  for (let index = 0; index < number; index += 1) yield JSON.stringify({ index })
}

describe('createArchive', () => {
  it('writes an archive that can be read', async () => {
    const file = join(folder, 'a.tar.gz.enc')
    const written = await createArchive({ file, gzip: true, key: 'k', time }, { createdAt: 'now' }, (parts) =>
      parts.lines('entities', counted(10_000)),
    )
    expect(written).toBe(10_000)
    const found: Record<string, string> = {}
    for await (const { path, content } of (await openArchive(file, 'k')).parts()) {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      found[path] = Buffer.concat(chunks).toString()
    }
    expect(Object.keys(found)).toEqual(['entities/entities_00001.jsonl', 'metadata.json'])
    expect(found['entities/entities_00001.jsonl']?.trim().split('\n')).toHaveLength(10_000)
    expect(found['metadata.json']).toContain('"createdAt": "now"')
  })

  it('leaves no file when it fails', async () => {
    const file = join(folder, 'a.tar')
    const failing = createArchive({ file, gzip: false, key: null, time }, {}, async (parts) => {
      await parts.lines('entities', counted(10))
      throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('lines', () => {
  it('continue in another part when one is full', async () => {
    const packing = pack()
    packing.resume()
    const names: string[] = []
    const entry = packing.entry.bind(packing)
    packing.entry = ((header: { name: string }, ...rest: []) => {
      names.push(header.name)
      return entry(header, ...rest)
    }) as typeof packing.entry
    const parts = createPartWriter(packing, folder, time, 40)
    expect(await parts.lines('links', counted(10))).toBe(10)
    expect(names).toEqual(['links/links_00001.jsonl', 'links/links_00002.jsonl', 'links/links_00003.jsonl'])
    expect(existsSync(join(folder, 'lines'))).toBe(false)
  })
})
