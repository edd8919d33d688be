import { createSigner } from 'fast-jwt'
import { expect, it } from 'vitest'
import { queueCaller } from './queue-caller.ts'

const HERE = '203.0.113.7'
const share = (authorization?: string, address = HERE) =>
  queueCaller({ headers: authorization === undefined ? {} : { authorization }, address })

const jwtOf = (claims: object, key = 'secret') => `Bearer ${createSigner({ key })(claims)}`

it('ignored credentials do not make another caller', () => {
  for (const ignored of ['Basic YTpi', 'Basic YTpj', 'x', '', 'Bearer', 'Bearer a b']) {
    expect(share(ignored)).toBe(share())
  }
  expect(share(undefined, '203.0.113.8')).not.toBe(share())
})

it('an IPv6 network is one caller', () => {
  expect(share(undefined, '2001:db8:1:2::1')).toBe(share(undefined, '2001:db8:1:2:ffff::9'))
  expect(share(undefined, '2001:db8:1:2::1')).not.toBe(share(undefined, '2001:db8:1:3::1'))
})

it('a token is one caller, whatever the address and however the header is written', () => {
  expect(share('bearer  abc')).toBe(share('Bearer abc', '203.0.113.8'))
  expect(share('Bearer abd')).not.toBe(share('Bearer abc'))
})

it('a user is one caller with all tokens from logins', () => {
  const first = share(jwtOf({ id: 7, iat: 1 }))
  expect(share(jwtOf({ id: 7, iat: 2 }))).toBe(first)
  expect(share(jwtOf({ userId: 7, type: 'access', iat: 3 }))).toBe(first)
  expect(share(jwtOf({ id: 8, iat: 1 }))).not.toBe(first)
})

it('a text that only resembles the token of a user is a token', () => {
  for (const text of ['a.b.c', 'a..', '..', 'e30.e30.e30', 'e30.bnVsbA.x', 'e30.WzFd.x'])
    expect(share(`Bearer ${text}`)).toBe(text)
})
