import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { reportFailure } from './report.ts'

function reported(error: unknown): readonly string[] {
  const said: string[] = []
  reportFailure(error, { err: (line: string) => said.push(line), env: {}, colour: { out: false, err: false } })
  return said
}

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

describe('reportFailure', () => {
  it('prints the message of the database, which clients do not get', () => {
    const cause = new Error('permission denied for table tags')
    expect(reported(new ApiError('DATABASE_DENIED', { cause }))).toEqual([
      'lectern: The database user may not do this: permission denied for table tags. Grant it the right, or name a user who has it with --database.',
    ])
  })

  it.each([
    ['/dev/null/site', statSync, 'ENOTDIR'],
    [join(tmpdir(), 'x'.repeat(300)), readdirSync, 'ENAMETOOLONG'],
    [tmpdir(), (path: string) => writeFileSync(path, ''), 'EISDIR'],
    ['/nowhere', (path: string) => mkdtempSync(`${path}/.temporary-`), 'ENOENT'],
  ])('explains in one sentence the system error for %s', (path, read, code) => {
    const said = reported(thrownBy(() => read(path)))
    expect(said).toEqual([expect.stringMatching(/^lectern: .+: .+\. .+ \([A-Z]+\)\.$/)])
    expect(said[0]).toContain(`${path}: `)
    expect(said[0]).toContain(`(${code})`)
  })

  it('does not change errors of sockets', () => {
    const error = Object.assign(new Error('connect EACCES /run/x'), {
      code: 'EACCES',
      syscall: 'connect',
      path: '/run/x',
    })
    expect(reported(error)[0]).toBe('lectern: connect EACCES /run/x')
  })

  it.each([
    ['of a file', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    ['of a database', new ApiError('STORAGE_FULL', { cause: new Error('database or disk is full') })],
  ])('explains what to do when the disk is full, %s', (_of, error) => {
    const said = reported(error)
    expect(said).toEqual([
      expect.stringMatching(/^lectern: The disk is full: .*\. Make room on it, then run the command again\.$/),
    ])
  })
})
