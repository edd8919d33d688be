import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Moment } from '../cache/revisions.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Reading } from './question.ts'
import type { Verify } from './watcher.ts'
import type { WatchLimits } from './watchers.ts'
import { createWatching } from './watching.ts'

/** Whose token it is, and what they ask. */
interface Asked {
  readonly token: string
  readonly url: string
}

const LIMITS: WatchLimits = { watchers: 5, watchedQuestions: 2, watchedSize: 100, watchSeconds: 60 }

/** A database of two tables: callers and articles. */
function createWorld(limits: WatchLimits = LIMITS) {
  const revisions = { callers: 0, articles: 0 }
  const rights = new Map([
    ['ann', 'editor'],
    ['bob', 'editor'],
  ])
  const world = {
    body: 'one',
    reads: 0,
    verified: 0,
    isVisible: true,
    expires: Number.POSITIVE_INFINITY,
    readFails: null as Error | null,
    until: null as number | null,
    isSure: true,
  }
  const at = (): Moment => {
    const stamp = { ...revisions }
    const of = (table: string) => String(stamp[table as keyof typeof stamp])
    return { covers: () => true, stampOf: (tables) => tables.map(of).join(' ') }
  }
  const read = async (role: string): Promise<Reading> => {
    world.reads += 1
    if (world.readFails !== null) throw world.readFails
    return { body: `${world.body} for ${role}`, tables: ['articles'], until: world.until, isSure: world.isSure }
  }
  const verify: Verify<Asked> = async ({ token, url }) => {
    world.verified += 1
    const role = rights.get(token)
    if (role === undefined) throw new ApiError('CREDENTIALS_INVALID')
    if (world.expires <= Date.now()) throw new ApiError('TOKEN_EXPIRED')
    return { key: `${role} ${url}`, expires: world.expires, read: () => read(role) }
  }
  const watching = createWatching({
    now: async () => (world.isVisible ? at() : null),
    callerTables: ['callers'],
    verify,
    limits,
  })
  const join = async (token = 'ann', url = '/articles', how: { seen?: string; shows?: 'etag' } = {}) => {
    const gone = new AbortController()
    const { chunks } = await watching.join(
      { token, url },
      { caller: token, shows: how.shows ?? 'response', seen: how.seen ?? null, signal: gone.signal },
    )
    const received: string[] = []
    const reading = (async () => {
      for await (const chunk of chunks()) received.push(String(chunk))
    })().catch((error: unknown) => {
      received.push(`failed: ${error}`)
    })
    await vi.advanceTimersByTimeAsync(0)
    const data = () => received.join('').match(/(?<=^data: ).*$/gm) ?? []
    return { received, data, reading, leave: () => gone.abort() }
  }
  return {
    world,
    rights,
    watching,
    join,
    write: (body: string) => {
      world.body = body
      revisions.articles += 1
    },
    changeCallers: () => {
      revisions.callers += 1
    },
  }
}

const second = (seconds = 1) => vi.advanceTimersByTimeAsync(seconds * 1_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('live responses', () => {
  it('sends the response at once, and again when it has changed', async () => {
    const { join, write } = createWorld()
    const { data } = await join()
    expect(data()).toEqual(['one for editor'])
    write('two')
    await second()
    expect(data()).toEqual(['one for editor', 'two for editor'])
  })

  it('sends nothing when the tables change but the response does not', async () => {
    const { join, write, world } = createWorld()
    const { data } = await join()
    write('one')
    await second(3)
    expect(data()).toEqual(['one for editor'])
    expect(world.reads).toBe(2)
  })

  it('reads once for all who ask the same with the same rights', async () => {
    const { join, write, world } = createWorld()
    const both = [await join('ann'), await join('bob')]
    expect(world.reads).toBe(1)
    write('two')
    await second(5)
    expect(world.reads).toBe(2)
    expect(both.map(({ data }) => data().at(-1))).toEqual(['two for editor', 'two for editor'])
  })

  it('reads once for those who come at the same time', async () => {
    const { join, world } = createWorld()
    await Promise.all([join(), join(), join(), join()])
    expect(world.reads).toBe(1)
  })

  it('sends a client that comes back only what it has not seen', async () => {
    const { join, write } = createWorld()
    const { received } = await join()
    const seen = /^id: (.*)$/m.exec(received.join(''))?.[1] ?? ''
    const again = await join('ann', '/articles', { seen })
    expect(again.data()).toEqual([])
    write('two')
    await second()
    expect(again.data()).toEqual(['two for editor'])
  })

  it('sends a tag alone', async () => {
    const { join } = createWorld()
    const { received } = await join('ann', '/articles', { shows: 'etag' })
    expect(received.join('')).toMatch(/^retry: \d+\n\nid: ([\w-]{27})\nevent: answer\ndata: \1\n\n$/)
  })
})

describe('rights', () => {
  it('ends the stream of a caller who has lost the permission, and of no other', async () => {
    const { join, rights, changeCallers, write } = createWorld()
    const ann = await join('ann')
    const bob = await join('bob')
    rights.delete('ann')
    changeCallers()
    write('secret')
    await second()
    expect(ann.received.at(-1)).toMatch(/^event: end\ndata: \{"data":null,"error":\{"status":401,/)
    expect(ann.received.join('')).not.toContain('secret')
    expect(bob.data()).toEqual(['one for editor', 'secret for editor'])
    await ann.reading
  })

  it('shows what other rights show', async () => {
    const { join, rights, changeCallers } = createWorld()
    const { data } = await join('ann')
    rights.set('ann', 'reader')
    changeCallers()
    await second()
    expect(data()).toEqual(['one for editor', 'one for reader'])
  })

  it('does not send a slow client what it may no longer see', async () => {
    const { watching, rights, changeCallers, world } = createWorld()
    const how = { caller: 'ann', shows: 'response', seen: null, signal: undefined } as const
    const chunks = (await watching.join({ token: 'ann', url: '/articles' }, how)).chunks()
    expect(String((await chunks.next()).value)).toMatch(/^retry: /)
    // The client has not read its first state yet, and the one for its new role cannot be read.
    rights.set('ann', 'reader')
    changeCallers()
    world.readFails = new ApiError('DATABASE_BUSY')
    await second()
    const next = chunks.next()
    world.readFails = null
    await second(5)
    expect(String((await next).value)).toContain('one for reader')
  })

  it('sends nothing while rights cannot be read', async () => {
    const { join, rights, changeCallers, write, world } = createWorld()
    const { data } = await join()
    const busy = new ApiError('DATABASE_BUSY')
    rights.get = () => {
      throw busy
    }
    changeCallers()
    write('two')
    await second(3)
    expect(data()).toEqual(['one for editor'])
    rights.get = Map.prototype.get
    await second(1)
    expect(data()).toEqual(['one for editor', 'two for editor'])
    expect(world.reads).toBe(2)
  })

  it('ends the stream of credentials that expire', async () => {
    const { join, world } = createWorld()
    world.expires = Date.now() + 2_500
    const { received, reading } = await join()
    await second(2)
    expect(received).toHaveLength(2)
    await second()
    expect(received.at(-1)).toContain('"message":"Token expired"')
    await reading
  })

  it('does not check rights again while nothing has changed', async () => {
    const { join, world } = createWorld()
    await join()
    await second(10)
    expect(world.verified).toBe(1)
  })
})

describe('reads', () => {
  it('reads again when relative dates change', async () => {
    const { join, world } = createWorld()
    const end = Date.parse('2025-03-31T10:21:00.000Z')
    vi.setSystemTime(end - 2_500)
    world.until = end
    const { data } = await join()
    world.body = 'later'
    await second(2)
    expect(data()).toHaveLength(1)
    world.until = end + 60_000
    await second()
    expect(data().at(-1)).toBe('later for editor')
    // The clock is put back.
    vi.setSystemTime(end - 2_500)
    world.body = 'sooner'
    world.until = end
    await second()
    expect(data().at(-1)).toBe('sooner for editor')
  })

  it('reads again until a replica has caught up', async () => {
    const { join, world, write } = createWorld()
    const { data } = await join()
    world.isSure = false
    write('one')
    await second(2)
    world.isSure = true
    world.body = 'two'
    await second(3)
    expect(data()).toEqual(['one for editor', 'two for editor'])
    expect(world.reads).toBe(4)
  })

  it('tries again after an error that may pass, ever more rarely', async () => {
    const { join, world, write } = createWorld()
    const { data } = await join()
    world.readFails = new ApiError('QUERY_TIMEOUT')
    write('two')
    await second(16)
    expect(world.reads).toBe(1 + 5)
    world.readFails = null
    await second(16)
    expect(data()).toEqual(['one for editor', 'two for editor'])
  })

  it('ends with an error of the caller, and breaks off with one of its own', async () => {
    const { join, world, write } = createWorld()
    const first = await join()
    world.readFails = new ApiError('ENTRY_UNKNOWN')
    write('two')
    await second()
    expect(first.received.at(-1)).toContain('event: end\ndata: {"data":null,"error":{"status":404')
    world.readFails = null
    const other = await join()
    world.readFails = new Error('a mistake')
    write('three')
    await second()
    expect(other.received.at(-1)).toBe('failed: Error: a mistake')
  })
})

describe('limits', () => {
  it('leaves nothing behind when clients go', async () => {
    const { join, watching, world, write } = createWorld()
    const all = [await join('ann'), await join('bob'), await join('ann', '/other')]
    expect([watching.watchers(), watching.questions()]).toEqual([3, 2])
    for (const { leave } of all) leave()
    expect([watching.watchers(), watching.questions()]).toEqual([0, 0])
    await Promise.all(all.map(({ reading }) => reading))
    write('two')
    await second(3)
    expect(world.reads).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('refuses more watchers and more questions than it may have', async () => {
    const { join } = createWorld()
    const { leave } = await join('ann', '/a')
    await join('ann', '/b')
    await expect(join('ann', '/c')).rejects.toMatchObject({
      code: 'WATCHERS_TOO_MANY',
      details: { limit: 'watchedQuestions', maximum: 2 },
      headers: { 'retry-after': '1' },
    })
    leave()
    const together = await Promise.allSettled(Array.from({ length: 6 }, () => join('ann', '/b')))
    const refused = together.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: { details: { limit: 'watchers', maximum: 5 } } })
  })

  it('refuses a response that is too long, and ends where one becomes so', async () => {
    const { join, write, watching } = createWorld()
    const { received, reading } = await join()
    const tag = await join('ann', '/articles', { shows: 'etag' })
    write('x'.repeat(100))
    await second()
    expect(received.at(-1)).toContain('"limit":"watchedSize"')
    await reading
    expect(tag.data()).toHaveLength(2)
    await expect(join()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(watching.watchers()).toBe(1)
  })

  it('ends streams after their time, not all at once', async () => {
    const { join, watching } = createWorld()
    const all = [await join(), await join(), await join()]
    await second(53)
    expect(watching.watchers()).toBe(3)
    await second(8)
    expect(watching.watchers()).toBe(0)
    await Promise.all(all.map(({ reading }) => reading))
  })

  it('needs a database that shows its changes', async () => {
    const { join, world, watching } = createWorld()
    world.isVisible = false
    await expect(join()).rejects.toMatchObject({ code: 'WATCH_UNSUPPORTED' })
    expect([watching.watchers(), watching.questions()]).toEqual([0, 0])
  })

  it('ends all streams when it closes', async () => {
    const { join, watching } = createWorld()
    const { received, reading } = await join()
    watching.close()
    await reading
    expect(received.join('')).not.toContain('event: end')
    await expect(join()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
  })

  it('sends line breaks inside JSON as lines of one event', async () => {
    const { join, write } = createWorld()
    const { data } = await join()
    write('{\n"a":\r1}')
    await second()
    expect(data().slice(1)).toEqual(['{', '"a":', '1} for editor'])
  })
})

describe('room', () => {
  it('is made for a caller who has less than another, and ends the oldest stream of that one', async () => {
    const { join, watching } = createWorld()
    const greedy = []
    for (let at = 0; at < 5; at += 1) greedy.push(await join('ann', '/a'))
    const [first, second] = [await join('bob', '/a'), await join('bob', '/a')]
    await Promise.all([greedy[0]?.reading, greedy[1]?.reading])
    // Ann has three now, and Bob would have as many.
    await expect(join('bob', '/a')).rejects.toMatchObject({ code: 'WATCHERS_TOO_MANY' })
    await expect(join('ann', '/a')).rejects.toMatchObject({ code: 'WATCHERS_TOO_MANY' })
    expect(watching.watchers()).toBe(5)
    for (const { leave } of [...greedy, first, second]) leave()
  })

  it('is made for a question of a caller who has fewer than another', async () => {
    const { join, watching, rights } = createWorld()
    const greedy = [await join('ann', '/a'), await join('ann', '/b')]
    const { data } = await join('bob', '/c')
    await greedy[0]?.reading
    expect(data()).toHaveLength(1)
    expect([watching.watchers(), watching.questions()]).toEqual([2, 2])
    // Each has one now.
    await expect(join('bob', '/d')).rejects.toMatchObject({ details: { limit: 'watchedQuestions' } })
    await expect(join('ann', '/d')).rejects.toMatchObject({ details: { limit: 'watchedQuestions' } })
    // A question that both of them watch is not Ann's alone: she has one, and it stays.
    await join('ann', '/c')
    rights.set('cat', 'editor')
    await expect(join('cat', '/d')).rejects.toMatchObject({ details: { limit: 'watchedQuestions' } })
    expect([watching.watchers(), watching.questions()]).toEqual([3, 2])
  })
})
