import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { reportFailure } from './report.ts'

describe('reportFailure', () => {
  it('repeats what the database said, which clients are not told', () => {
    const said: string[] = []
    const cause = new Error('permission denied for table tags')
    const context = { err: (line: string) => said.push(line), env: {}, colour: { out: false, err: false } }
    reportFailure(new ApiError('DATABASE_DENIED', { cause }), context)
    expect(said[0]).toMatch(/^lectern: .* lacks a right: permission denied for table tags$/)
  })
})
