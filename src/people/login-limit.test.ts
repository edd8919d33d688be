import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { createFailureCounts, PERIOD } from './failure-counts.ts'
import { createLoginLimit, MOST_FAILURES, MOST_OF_ADDRESS, MOST_OF_NAME, MOST_WAITING } from './login-limit.ts'

afterEach(() => void vi.useRealTimers())

function start() {
  const clock = { now: 1_000 }
  const limit = createLoginLimit(createFailureCounts(() => clock.now))
  /** `account`: the one that the name belongs to, where there is one. */
  const attempt = (address: string, identifier: string, succeeds = false, account: number | null = null) =>
    limit
      .attempt({ address, identifier }, async (mayBe) => {
        if ((account !== null && !(await mayBe(account))) || !succeeds) throw new Error('wrong')
        return 'in'
      })
      .catch((error: unknown) => (error instanceof ApiError ? error : 'out'))
  const fail = async (address: string, identifier: string, times = MOST_FAILURES) => {
    for (let count = 0; count < times; count += 1) expect(await attempt(address, identifier)).toBe('out')
  }
  return { clock, limit, attempt, fail }
}

describe('createLoginLimit', () => {
  it('refuses after too many failures, and says how long', async () => {
    const { clock, attempt, fail } = start()
    await fail('10.0.0.1', 'ada')
    clock.now += 60_500
    expect(await attempt('10.0.0.1', 'ada', true)).toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'Retry-After': String(Math.ceil((PERIOD - 60_500) / 1_000)) },
    })
  })

  it('forgets after a while', async () => {
    const { clock, attempt, fail } = start()
    await fail('10.0.0.1', 'ada')
    clock.now += PERIOD
    await fail('10.0.0.1', 'ada')
    expect(await attempt('10.0.0.1', 'ada')).toBeInstanceOf(ApiError)
  })

  it('forgets after a success', async () => {
    const { attempt, fail } = start()
    await fail('10.0.0.1', 'ada', MOST_FAILURES - 1)
    expect(await attempt('10.0.0.1', 'ada', true)).toBe('in')
    await fail('10.0.0.1', 'ada')
  })

  it('tells names and addresses apart, however they are written', async () => {
    const { attempt, fail } = start()
    await fail('10.0.0.1', 'ada')
    await fail('10.0.0.2', 'ada')
    await fail('10.0.0.1', 'bob')
    expect(await attempt('10.0.0.1', 'ADA')).toBeInstanceOf(ApiError)
    // As wide as Chinese characters.
    expect(await attempt('10.0.0.1', '\uff21\uff24\uff21')).toBeInstanceOf(ApiError)
  })

  it('counts a username and an e-mail address as the account they belong to, and does not say so', async () => {
    const { attempt, fail } = start()
    for (let count = 0; count < MOST_FAILURES; count += 1) await attempt('10.0.0.1', 'ada@example.com', false, 7)
    // As for an unknown name: refused, and only after five more with 429.
    for (let count = 0; count < MOST_FAILURES; count += 1) {
      expect(await attempt('10.0.0.1', 'ada', true, 7)).toBe('out')
    }
    expect(await attempt('10.0.0.1', 'ada', true, 7)).toBeInstanceOf(ApiError)
    expect(await attempt('10.0.0.2', 'ada', true, 7)).toBe('in')
    await fail('10.0.0.1', 'nobody')
  })

  it('counts the failures of an address over all names, and a success does not make up for them', async () => {
    const { attempt } = start()
    for (let count = 0; count < MOST_OF_ADDRESS; count += 1) {
      expect(await attempt('10.0.0.1', `user ${count}`)).toBe('out')
      if (count === 10) expect(await attempt('10.0.0.1', 'my own', true, 1)).toBe('in')
    }
    expect(await attempt('10.0.0.1', 'my own', true, 1)).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await attempt('10.0.0.2', 'my own', true, 1)).toBe('in')
  })

  it('counts the failures of a name over all addresses', async () => {
    const { attempt } = start()
    for (let count = 0; count < MOST_OF_NAME; count += 1) {
      expect(await attempt(`10.0.0.${count}`, 'ada', false, 7)).toBe('out')
    }
    expect(await attempt('10.0.1.1', 'ada', true, 7)).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await attempt('10.0.1.1', 'ada@example.com', true, 7)).toBe('out')
  })

  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
    ['2001:db8:1:2::1', '2001:DB8:1:2:3:4:5:6', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2', false],
  ])('%s and %s', async (one, other, isSame) => {
    const { attempt, fail } = start()
    await fail(one, 'ada')
    expect((await attempt(other, 'ada')) instanceof ApiError).toBe(isSame)
  })

  it('counts attempts that are under way', async () => {
    const { attempt } = start()
    const all = await Promise.all(Array.from({ length: MOST_FAILURES + 3 }, () => attempt('10.0.0.1', 'ada')))
    expect(all.filter((each) => each instanceof ApiError)).toHaveLength(3)
  })

  it('makes one attempt at a time, and lets few wait', async () => {
    const { limit } = start()
    let [running, most] = [0, 0]
    const all = Array.from({ length: MOST_WAITING + 2 }, (_, index) =>
      limit
        .attempt({ address: `10.0.0.${index}`, identifier: `user ${index}` }, async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise((resolve) => setImmediate(resolve))
          running -= 1
          return 'in'
        })
        .catch((error: unknown) => error),
    )
    const results = await Promise.all(all)
    expect(most).toBe(1)
    expect(results.filter((each) => each === 'in')).toHaveLength(MOST_WAITING)
    expect(results.at(-1)).toMatchObject({ code: 'RATE_LIMITED', headers: { 'Retry-After': '1' } })
  })
})

it('looks at no more of a name than any account may have', async () => {
  const { attempt, fail } = start()
  const long = 'a'.repeat(2_000)
  await fail('10.0.0.1', `${long}b`)
  expect(await attempt('10.0.0.1', `${long}c`)).toBeInstanceOf(ApiError)
})

it('counts from the first failure on', async () => {
  const { clock, attempt, fail } = start()
  await fail('10.0.0.1', 'ada', 1)
  clock.now += PERIOD - 1
  await fail('10.0.0.1', 'ada', MOST_FAILURES - 1)
  expect(await attempt('10.0.0.1', 'ada')).toBeInstanceOf(ApiError)
  clock.now += 1
  expect(await attempt('10.0.0.1', 'ada')).toBe('out')
})

it('does not count what fails for another reason', async () => {
  const { attempt, fail, limit } = start()
  const busy = () => Promise.reject(new ApiError('DATABASE_BUSY'))
  for (let count = 0; count < MOST_OF_ADDRESS; count += 1) {
    await expect(limit.attempt({ address: '10.0.0.1', identifier: 'ada' }, busy)).rejects.toThrow(ApiError)
  }
  await fail('10.0.0.1', 'ada', MOST_FAILURES - 1)
  expect(await attempt('10.0.0.1', 'ada', true)).toBe('in')
})

it('does not count what waits behind too many others', async () => {
  const { attempt, limit } = start()
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const others = Array.from({ length: MOST_WAITING }, (_, index) =>
    limit.attempt({ address: `10.1.0.${index}`, identifier: `other ${index}` }, () => held),
  )
  for (let count = 0; count <= MOST_FAILURES; count += 1) {
    expect(await attempt('10.0.0.1', 'ada', true)).toMatchObject({ headers: { 'Retry-After': '1' } })
  }
  finish()
  await Promise.all(others)
  expect(await attempt('10.0.0.1', 'ada', true)).toBe('in')
})

it('takes back no more than was counted', async () => {
  const { attempt, limit } = start()
  for (let count = 0; count < MOST_FAILURES; count += 1) await attempt('10.0.0.1', 'ada', false, 7)
  const whileBusy = limit.attempt({ address: '10.0.0.1', identifier: 'ada@example.com' }, async (mayBe) => {
    await mayBe(7)
    throw new ApiError('DATABASE_BUSY')
  })
  await expect(whileBusy).rejects.toThrow(ApiError)
  expect(await attempt('10.0.0.1', 'ada@example.com', true, 7)).toBe('out')
})

it('counts its own time, not that of a clock that is put back or forward', async () => {
  vi.useFakeTimers()
  const limit = createLoginLimit()
  const attempt = () =>
    limit
      .attempt({ address: '10.0.0.1', identifier: 'ada' }, () => Promise.reject(new Error('wrong')))
      .catch((error: unknown) => (error instanceof ApiError ? error.code : 'out'))
  for (let count = 0; count < MOST_FAILURES; count += 1) expect(await attempt()).toBe('out')
  vi.setSystemTime(Date.now() + 2 * PERIOD)
  expect(await attempt()).toBe('RATE_LIMITED')
  vi.setSystemTime(Date.now() - 10 * PERIOD)
  vi.advanceTimersByTime(PERIOD)
  expect(await attempt()).toBe('out')
})
