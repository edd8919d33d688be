import { describe, expect, it } from 'vitest'
import { isFileName } from './read-records.ts'

describe('isFileName', () => {
  it.each(['a.png', 'thumbnail_a_0123456789.jpeg', 'ä b.pdf', 'no-suffix'])('takes %s', (name) => {
    expect(isFileName(name)).toBe(true)
  })

  it.each(['', '.', '..', '../a.png', 'a/b.png', '/etc/passwd', 'a\\b.png', '.htaccess', 'a\0.png', 'x'.repeat(256)])(
    'refuses %j',
    (name) => {
      expect(isFileName(name)).toBe(false)
    },
  )
})
