import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { reportFailure } from './report.ts'

function reported(error: unknown): readonly string[] {
  const said: string[] = []
  reportFailure(error, { err: (line: string) => said.push(line), env: {}, colour: { out: false, err: false } })
  return said
}

describe('reportFailure', () => {
  it('repeats what the database said, which clients are not told', () => {
    const cause = new Error('permission denied for table tags')
    expect(reported(new ApiError('DATABASE_DENIED', { cause }))).toEqual([
      'lectern: The database user may not do this: permission denied for table tags. Grant it the right, or name a user who has it with --database.',
    ])
  })

  it.each([
    ['of a file', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    ['of a database', new ApiError('STORAGE_FULL', { cause: new Error('database or disk is full') })],
  ])('says what to do when the disk is full, %s', (_of, error) => {
    const said = reported(error)
    expect(said).toEqual([
      expect.stringMatching(/^lectern: The disk is full: .*\. Make room on it, then run the command again\.$/),
    ])
  })
})
