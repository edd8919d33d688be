import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unopenable } from './error-codes.ts'
import { identityOf } from './file-identity.ts'
import { connectForWriting } from './writing-connection.ts'

const LONG = join(tmpdir(), `${'x'.repeat(300)}.db`)

describe.each([
  ['/dev/null/content.db', /\/dev\/null: something of this name is there already/],
  [LONG, /too long|There is no database/],
])('a database at %s', (file, sentence) => {
  it('has no identity', () => {
    expect(identityOf(file)).toBeNull()
  })

  it('is reported in one sentence', () => {
    const error = thrownBy(() => connectForWriting({ file, populatedRows: 1 }))
    expect(unopenable(file, error).message).toMatch(sentence)
  })
})

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('it was opened')
}
