import { expect, it } from 'vitest'
import { byteLength, bytesOf, partsOf, textOf } from './body.ts'

it.each([
  ['text', 'é🙂'],
  ['bytes', Buffer.from('é🙂')],
  ['parts', ['é', Buffer.from('🙂')]],
])('a body of %s has the same bytes', (_form, body) => {
  expect(byteLength(body)).toBe(6)
  expect(bytesOf(body)).toEqual(Buffer.from('é🙂'))
  expect(textOf({ body })).toBe('é🙂')
  expect(Buffer.concat(partsOf(body).map(bytesOf))).toEqual(Buffer.from('é🙂'))
})
