import { describe, expect, it } from 'vitest'
import { LineTooLong, readLines } from './read-lines.ts'

async function lines(...chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  async function* content() {
    yield* chunks
  }
  const found: string[] = []
  for await (const some of readLines(content())) found.push(...some)
  return found
}

describe('readLines', () => {
  it('accepts chunks that end anywhere, even inside a character', async () => {
    const bytes = Buffer.from('één\ntwee\r\n\ndrie')
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      expect(await lines(...chunks), String(size)).toEqual(['één', 'twee', 'drie'])
    }
  })

  it('refuses a line that is longer than any entry, without reading all of it', async () => {
    let chunks = 0
    async function* endless() {
      for (;;) {
        chunks += 1
        yield new Uint8Array(1024 * 1024).fill(0x61)
      }
    }
    const reading = (async () => {
      for await (const _lines of readLines(endless()));
    })()
    await expect(reading).rejects.toThrow(LineTooLong)
    expect(chunks).toBe(65)
  })

  it('returns no lines for an empty file', async () => {
    expect(await lines()).toEqual([])
  })
})
