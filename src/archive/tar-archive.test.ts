import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectError } from '../config/problem.ts'
import { openArchive } from './open-archive.ts'
import { readRecords } from './read-records.ts'

const MEGABYTE = 1024 * 1024
const BLOCK = 512

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-tar-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

interface MadeEntry {
  readonly name: string
  /** The type of a tar entry: `0` for a file, `x` for attributes of the next one, `L` for its name. */
  readonly type: string
  readonly content: Buffer
}

function tarOf(...entries: readonly MadeEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)])
}

function blocksOf({ name, type, content }: MadeEntry): readonly Buffer[] {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}

const metadata: MadeEntry = { name: 'metadata.json', type: '0', content: Buffer.from('{"strapi":{}}') }

async function complaint(tar: Buffer): Promise<string> {
  const file = join(folder, 'export.tar.gz')
  writeFileSync(file, gzipSync(tar))
  const archive = await openArchive(file, null)
  const error = await readRecords(archive, { metadata() {}, assetMetadata() {}, entity() {} }).then(
    () => null,
    (thrown: ProjectError) => thrown,
  )
  return error?.problems?.map(({ path, message }) => `${path ?? ''}: ${message}`).join() ?? String(error)
}

describe('a malicious archive', () => {
  it.each(['x', 'g', 'L'])('does not fill the memory with a header of type %s', async (type) => {
    const long = { name: 'head', type, content: Buffer.alloc(20 * MEGABYTE, 'a') }
    expect(await complaint(tarOf(long, metadata))).toBe(
      ': This archive is damaged: one of its entries has a name that is too long.',
    )
  })

  it.each(['16 size=nothing\n', '11 size=-5\n'])('does not hang on an invalid size: %j', async (attributes) => {
    const wrong = { name: 'attributes', type: 'x', content: Buffer.from(attributes) }
    expect(await complaint(tarOf(wrong, metadata))).toBe('metadata.json: The length of this entry is not a number.')
  })

  it.each(['metadata.json', 'assets/metadata/a.png.json'])('does not fill the memory with %s', async (name) => {
    const long = { name, type: '0', content: Buffer.alloc(20 * MEGABYTE, ' ') }
    expect(await complaint(tarOf(long, metadata))).toBe(`${name}: This file is too long.`)
  })
})

describe('an archive', () => {
  it('may have many files of any size, and a padded end', async () => {
    const packed = pack()
    const chunks: Buffer[] = []
    packed.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => packed.once('end', resolve))
    packed.entry({ name: 'assets/uploads/large.bin' }, Buffer.alloc(40 * MEGABYTE))
    for (let index = 0; index < 3_000; index += 1)
      packed.entry({ name: `other/${'n'.repeat(150)}${index}` }, 'x'.repeat(600))
    packed.entry({ name: 'metadata.json' }, '{"strapi":{}}')
    packed.finalize()
    await ended
    expect(await complaint(Buffer.concat([...chunks, Buffer.alloc(MEGABYTE)]))).toBe('null')
  })

  it.each([
    ['read', 'entities/entities_00001.jsonl'],
    ['skipped', 'schemas/schemas_00001.jsonl'],
  ])('may have a long entry after one that is %s', async (_, first) => {
    const record = `${JSON.stringify({ type: 'api::page.page', id: 1, data: { text: 'x'.repeat(MEGABYTE) } })}\n`
    const long = { name: 'entities/entities_00002.jsonl', type: '0', content: Buffer.from(record.repeat(20)) }
    const short = { name: first, type: '0', content: Buffer.from('{"type":"api::page.page","id":2,"data":{}}\n') }
    expect(await complaint(tarOf(short, long, metadata))).toBe('null')
  })
})
