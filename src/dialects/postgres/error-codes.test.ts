import { describe, expect, it } from 'vitest'
import { UnreachableError } from '../../config/problem.ts'
import { serverAddress } from './connection-options.ts'
import { isRepeatable, translateError, translateWriteError, unopenable } from './error-codes.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

const REFUSED = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' })
const SEVERAL = Object.assign(new AggregateError([REFUSED]), { code: 'ECONNREFUSED' })
const TERMINATED = failure('terminating connection due to administrator command', { code: '57P01' })
const CLOSED = failure('Connection terminated unexpectedly')
const NO_CLIENT = failure('timeout exceeded when trying to connect')
const SILENT = failure('Query read timeout')
const LIMITS = { answerSize: 1_000, populatedRows: 100 }
const STALE = failure('cached plan must not change result type', { code: '0A000' })
const STALE_IN_GERMAN = failure('gecachter Plan darf den Ergebnistyp nicht ändern', {
  code: '0A000',
  routine: 'RevalidateCachedQuery',
})

describe('translateError', () => {
  it.each([
    REFUSED,
    SEVERAL,
    TERMINATED,
    CLOSED,
    NO_CLIENT,
    SILENT,
    failure('too many clients', { code: '53300' }),
    failure('terminating connection due to idle-in-transaction timeout', { code: '25P03' }),
    failure('terminating connection due to transaction timeout', { code: '25P04' }),
    STALE,
    STALE_IN_GERMAN,
    failure('prepared statement "a" already exists', { code: '42P05' }),
    failure('prepared statement "a" does not exist', { code: '26000' }),
  ])('says that the database is not available, and when to retry: %s', (error) => {
    const expected = { code: 'DATABASE_UNAVAILABLE', status: 503, headers: { 'retry-after': '1' }, cause: error }
    expect(translateError(error, LIMITS)).toMatchObject(expected)
  })

  it('distinguishes a statement that took too long from a server that is gone', () => {
    const error = failure('canceling statement due to statement timeout', { code: '57014' })
    expect(translateError(error, LIMITS)).toMatchObject({ code: 'QUERY_TIMEOUT', status: 503 })
  })

  it.each([
    ['could not extend file: No space left on device', '53100', 'STORAGE_FULL'],
    ['cannot execute INSERT in a read-only transaction', '25006', 'STORAGE_READ_ONLY'],
    ['cannot set transaction read-write mode during recovery', '0A000', 'STORAGE_READ_ONLY'],
  ])('recognizes a server that accepts no writes: %s', (message, code, expected) => {
    expect(translateError(failure(message, { code }), LIMITS)).toMatchObject({ code: expected, status: 503 })
  })

  it('recognizes a standby whose messages are in another language', () => {
    const message = 'kann den Read-Write-Modus der Transaktion nicht während der Wiederherstellung setzen'
    const error = failure(message, { code: '0A000', routine: 'call_bool_check_hook' })
    expect(translateError(error, LIMITS)).toMatchObject({ code: 'STORAGE_READ_ONLY', status: 503 })
  })

  it('takes other things that a server does not support for faults', () => {
    const error = failure('Spezifikationen sind nicht unterstützt', { code: '0A000', routine: 'transformExpr' })
    expect(translateError(error, LIMITS)).toBe(error)
  })

  it.each([
    'invalid input syntax for type bigint: "lectern.populatedRows author.articles"',
    'ungültige Eingabesyntax für Typ bigint: »lectern.populatedRows author.articles«',
    'syntaxe en entrée invalide pour le type bigint : « lectern.populatedRows author.articles »',
  ])('recognizes a limit that a statement exceeded, in any language: %s', (message) => {
    const error = translateError(failure(message, { code: '22P02' }), LIMITS)
    expect(error).toMatchObject({ status: 400, details: { path: 'author.articles' } })
  })

  it.each([
    ['temporary file size exceeds "temp_file_limit" (64kB)', '53400'],
    ['out of memory', '53200'],
    ['canceling statement due to lock timeout', '55P03'],
  ])('distinguishes a statement that is too expensive from a server that is gone: %s', (message, code) => {
    const expected = { code: 'DATABASE_BUSY', status: 503, headers: { 'retry-after': '1' } }
    expect(translateError(failure(message, { code }), LIMITS)).toMatchObject(expected)
  })

  it.each([
    ['permission denied for table tags', '42501', 'DATABASE_DENIED'],
    ['operator does not exist: text = bigint', '42883', 'SCHEMA_CHANGED'],
    ['could not read block 7', 'XX001', 'DATABASE_UNAVAILABLE'],
  ])('recognizes what an operator has to fix: %s', (message, code, expected) => {
    expect(translateError(failure(message, { code }), LIMITS)).toMatchObject({ code: expected, status: 503 })
  })

  it('asks to retry after the schema files were read again', () => {
    const missing = failure('column "title" does not exist', { code: '42703' })
    const expected = { code: 'SCHEMA_CHANGED', status: 503, headers: { 'retry-after': '5' } }
    expect(translateError(missing, LIMITS)).toMatchObject(expected)
  })

  it.each([
    ['new row violates check constraint "mine"', '23514'],
    ['a trigger says no', 'P0001'],
    ['index row size 2712 exceeds btree version 4 maximum 2704', '54000'],
  ])('recognizes a change that the database refuses: %s', (message, code) => {
    const expected = { code: 'CONSTRAINT_VIOLATED', status: 400 }
    expect(translateWriteError(failure(message, { code }), LIMITS)).toMatchObject(expected)
  })

  it.each([
    failure('ENOSPC: no space left on device, write', { code: 'ENOSPC', errno: -28, syscall: 'write' }),
    failure("EACCES: permission denied, open '/uploads/a'", { code: 'EACCES', syscall: 'open', path: '/uploads/a' }),
  ])('does not translate errors of files that are written meanwhile: %s', (error) => {
    expect(translateError(error, LIMITS)).toBe(error)
    expect(translateWriteError(error, LIMITS)).toBe(error)
    expect(isRepeatable(error)).toBe(false)
  })

  it('does not translate programming errors', () => {
    for (const error of [failure('syntax error', { code: '42601' }), new TypeError('x is undefined'), 'text']) {
      expect(translateError(error, LIMITS)).toBe(error)
    }
  })
})

describe('isRepeatable', () => {
  it('accepts dead connections, stale statements and deadlocks, but not timeouts', () => {
    const deadlock = failure('deadlock detected', { code: '40P01' })
    expect([TERMINATED, CLOSED, STALE, deadlock].map(isRepeatable)).toEqual([true, true, true, true])
    expect([NO_CLIENT, SILENT, failure('syntax error', { code: '42601' })].map(isRepeatable)).toEqual([
      false,
      false,
      false,
    ])
  })
})

const LONG_LOCKED = failure('canceling statement due to lock timeout', { code: '55P03' })

describe('unopenable', () => {
  it.each([
    [REFUSED, /cannot be reached: connect ECONNREFUSED/],
    [SEVERAL, /cannot be reached: connect ECONNREFUSED/],
    [failure('password authentication failed for user "me"', { code: '28P01' }), /refuses the login: .*"me".*pg_hba/],
    [
      failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      /No secure connection .*sslrootcert=FILE/,
    ],
    [
      failure("ENOENT: no such file or directory, open 'a.pem'", { code: 'ENOENT', syscall: 'open', path: 'a.pem' }),
      /A file for the connection .*a\.pem.* Check sslrootcert/,
    ],
    [failure('The server does not support SSL connections'), /No secure connection .*sslmode=disable/],
    [failure('tlsv1 alert protocol version', { code: 'ERR_SSL_X' }), /No secure connection .*ssl options/],
    [failure('sorry, too many clients already', { code: '53300' }), /no connection left/],
    [LONG_LOCKED, /does not respond in time: .*lock timeout.* Another program/],
  ])('describes the problem in one sentence: %s', (error, sentence) => {
    const { problems } = unopenable({ place: 'h:5432' }, error)
    expect(problems).toEqual([{ file: null, path: null, message: expect.stringMatching(sentence) }])
    expect(problems[0]?.message).toContain('at h:5432')
  })

  it('explains the syntax of an invalid URL, without showing it', () => {
    const error = failure('Invalid URL', { code: 'ERR_INVALID_URL', input: 'postgres://u:se@cret@h/d' })
    const message = unopenable({ place: 'its URL' }, error).problems[0]?.message
    expect(message).toMatch(/^The URL of the PostgreSQL server cannot be read: .*write @ as %40/)
    expect(message).not.toContain('cret')
  })

  it('explains that no server is configured', () => {
    const [problem] = unopenable({ place: 'localhost:5432', isDefault: true }, REFUSED).problems
    expect(problem?.message).toContain('names neither a host nor a connectionString')
    expect(serverAddress({ connectionString: undefined })).toMatchObject({ isDefault: true })
    expect(serverAddress({ host: 'localhost' })).not.toHaveProperty('isDefault')
  })

  it('distinguishes temporary errors from those that need a fix', () => {
    const starting = failure('the database system is starting up', { code: '57P03' })
    const slow = failure('canceling statement due to statement timeout', { code: '57014' })
    const full = failure('too many', { code: '53300' })
    for (const error of [REFUSED, SEVERAL, CLOSED, NO_CLIENT, starting, full, slow, LONG_LOCKED]) {
      expect(unopenable({ place: 'h:5432' }, error)).toBeInstanceOf(UnreachableError)
    }
    const noEncryption = failure('The server does not support SSL connections')
    for (const error of [failure('no password', { code: '28P01' }), failure('x', { code: '3D000' }), noEncryption]) {
      expect(unopenable({ place: 'h:5432' }, error)).not.toBeInstanceOf(UnreachableError)
    }
  })
})
