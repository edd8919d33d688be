import { describe, expect, it } from 'vitest'
import type { Archive } from './archive.ts'
import { isFileName, readRecords } from './read-records.ts'

describe('isFileName', () => {
  it.each(['a.png', 'thumbnail_a_0123456789.jpeg', 'ä b.pdf', 'no-suffix'])('accepts %s', (name) => {
    expect(isFileName(name)).toBe(true)
  })

  it.each(['', '.', '..', '../a.png', 'a/b.png', '/etc/passwd', 'a\\b.png', '.htaccess', 'a\0.png', 'x'.repeat(256)])(
    'refuses %j',
    (name) => {
      expect(isFileName(name)).toBe(false)
    },
  )
})

describe('readRecords', () => {
  it('refuses a line that would take many times its length in memory', async () => {
    async function* content() {
      yield Buffer.from('{"type":"api::note.note","id":1,"data":{"list":[')
      for (let megabyte = 0; megabyte < 25; megabyte += 1) yield Buffer.alloc(999_999, '{},')
      yield Buffer.from('{}]}}\n')
    }
    async function* parts() {
      yield { path: 'entities/entities_00001.jsonl', content: content() }
    }
    const archive: Archive = { name: 'a.tar', size: 0, parts }
    await expect(readRecords(archive, { entity: () => {} })).rejects.toThrow('too many values')
  })
})
