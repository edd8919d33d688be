import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { authorize, type Caller, type Rights, rightsKey } from './caller.ts'

function refusal(actions: readonly string[], action: string): ApiError['details'] | null {
  const caller: Caller = { kind: 'public', rights: { kind: 'listed', actions: new Set(actions) } }
  try {
    authorize(caller, action)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.details
    throw error
  }
}

describe('authorize', () => {
  it('names the export permission to callers who may find the type, and to no others', () => {
    const hint = 'An export needs the permission api::note.note.export in addition to find'
    expect(refusal(['api::note.note.find'], 'api::note.note.export')).toEqual({ hint })
    expect(refusal(['api::memo.memo.find'], 'api::note.note.export')).toEqual({})
    expect(refusal(['api::note.note.find', 'api::note.note.export'], 'api::note.note.export')).toBeNull()
  })

  it('names the missing permission only in the log', () => {
    const caller: Caller = { kind: 'token', rights: { kind: 'reads' } }
    const refused = { caller: 'token', lacks: 'api::note.note.update' }
    expect(() => authorize(caller, 'api::note.note.update')).toThrow(expect.objectContaining({ refused, details: {} }))
  })

  it('keeps other refusals as in Strapi', () => {
    expect(refusal(['api::note.note.find'], 'api::note.note.update')).toEqual({})
  })
})

it('rightsKey is the same only for the same permissions', () => {
  const keyOf = (rights: Rights) => rightsKey({ kind: 'user', rights })
  const listed = (...actions: readonly string[]) => keyOf({ kind: 'listed', actions: new Set(actions) })
  expect(listed('a.find', 'b.find')).toBe(listed('b.find', 'a.find'))
  const keys = [
    listed(),
    listed('a.find'),
    listed('b.find'),
    listed('a.find', 'b.find'),
    keyOf({ kind: 'everything' }),
    keyOf({ kind: 'reads' }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
