import { describe, expect, it } from 'vitest'
import { isAbsent } from './is-absent.ts'

describe('isAbsent', () => {
  it('tells whether there is a file', () => {
    expect(isAbsent(import.meta.filename)).toBe(false)
    expect(isAbsent(`${import.meta.filename}-none`)).toBe(true)
    expect(isAbsent('/dev/null/content.db')).toBe(true)
  })

  it.each(['EACCES', 'EPERM'])('does not count a file as absent if its folder cannot be read: %s', (code) => {
    const refuse = () => {
      throw Object.assign(new Error('permission denied'), { code })
    }
    expect(isAbsent('content.db', refuse)).toBe(false)
  })
})
