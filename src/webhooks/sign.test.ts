import { expect, it } from 'vitest'
import { newSecret, signatureHeaders } from './sign.ts'

it('signs as Standard Webhooks defines it', () => {
  // The example of the specification.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
  expect(signatureHeaders(message, [secret], 1_614_265_330_999)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with an old secret too, while there is one', () => {
  const message = { id: 'a', body: 'b' }
  const [fresh, old] = [newSecret(), newSecret()]
  const signature = (...secrets: readonly string[]) => signatureHeaders(message, secrets, 0)['webhook-signature']
  expect(signature(fresh, old)).toBe(`${signature(fresh)} ${signature(old)}`)
  expect(signature(fresh)).not.toBe(signature(old))
})

it('leaves out what it has no key for', () => {
  expect(signatureHeaders({ id: 'a', body: '' }, [], 0)).toEqual({ 'webhook-id': 'a', 'webhook-timestamp': '0' })
})

it('makes up secrets of 256 bits', () => {
  expect(Buffer.from(newSecret().replace('whsec_', ''), 'base64')).toHaveLength(32)
  expect(newSecret()).not.toBe(newSecret())
})
