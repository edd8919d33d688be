import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { errorResponse, toApiError } from './error-body.ts'

describe('errorResponse', () => {
  it('writes the envelope with the status, the details and the headers of the error', () => {
    const error = new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' }, details: { path: ['x'] } })
    const response = errorResponse(error)
    expect(response.status).toBe(405)
    expect(response.headers).toEqual({
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      Allow: 'GET, HEAD',
    })
    expect(JSON.parse(response.body)).toEqual({
      data: null,
      error: { status: 405, name: 'MethodNotAllowedError', message: 'Method Not Allowed', details: { path: ['x'] } },
    })
  })

  it.each([[new Error('select secret from users')], ['text'], [null], [undefined]])(
    'tells nothing of an unexpected %s',
    (thrown) => {
      const response = errorResponse(thrown)
      expect(response.status).toBe(500)
      expect(response.body).toBe(
        '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error","details":{}}}',
      )
    },
  )

  it.each([
    ['ENOSPC', 'STORAGE_FULL'],
    ['EDQUOT', 'STORAGE_FULL'],
    ['EROFS', 'STORAGE_READ_ONLY'],
  ])('says that files cannot be written: %s', (errno, code) => {
    const thrown = Object.assign(new Error('write /secret/path'), { code: errno })
    expect(toApiError(thrown)).toMatchObject({ code, status: 503, message: expect.stringContaining('The disk') })
    expect(errorResponse(thrown).body).not.toContain('secret')
  })

  it.each(['EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'EIO'])('says that files cannot be reached: %s', (code) => {
    const thrown = Object.assign(new Error('open /secret/path'), { code, syscall: 'open', path: '/secret/path' })
    expect(toApiError(thrown)).toMatchObject({ code: 'STORAGE_UNUSABLE', status: 503 })
    expect(errorResponse(thrown).body).not.toContain('secret')
    expect(toApiError(Object.assign(thrown, { syscall: 'spawn node' }))).toMatchObject({ code: 'INTERNAL' })
  })

  it('says that parts of the program are missing', async () => {
    const thrown = await import('not-installed' as string).catch((error: unknown) => error)
    expect(toApiError(thrown)).toMatchObject({ code: 'INSTALLATION_CHANGED', status: 503 })
    expect(errorResponse(thrown).body).not.toContain('not-installed')
  })

  it('keeps the cause of an ApiError off the wire', () => {
    const error = new ApiError('DATABASE_UNAVAILABLE', {
      cause: new Error('password wrong'),
      headers: { 'Retry-After': '1' },
    })
    const response = errorResponse(error)
    expect(response.body).not.toContain('password')
    expect(response.headers['Retry-After']).toBe('1')
  })
})
