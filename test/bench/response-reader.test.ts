import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createResponseReader } from '../../bench/load/response-reader.ts'
import { randomRuns } from '../support/random-runs.ts'

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} So\r\ncontent-type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

it('sees where each answer ends, however it arrives', () => {
  const answers = fc.array(fc.tuple(fc.constantFrom(200, 404, 503), fc.string({ unit: 'grapheme' })), { minLength: 1 })
  fc.assert(
    fc.property(answers, fc.integer({ min: 1, max: 50 }), (sent, size) => {
      const bytes = Buffer.from(sent.map(([status, body]) => answer(status, body)).join(''))
      const seen: number[] = []
      const read = createResponseReader((status) => seen.push(status))
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
      expect(seen).toEqual(sent.map(([status]) => status))
    }),
    { numRuns: randomRuns(100) },
  )
})

it('refuses responses without a length', () => {
  const read = createResponseReader(() => undefined)
  expect(() => read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow(/how long/)
})
