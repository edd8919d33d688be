import { describe, expect, it } from 'vitest'
import { createOutlet } from './outlet.ts'

function open(seen: string | null = null) {
  let time = 0
  const outlet = createOutlet({ first: 'first', heartbeat: 'beat', seen, onOver: () => undefined, now: () => time })
  const chunks = outlet.chunks()
  return {
    ...outlet,
    next: async () => (await chunks.next()).value ?? 'over',
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

const frame = (tag: string) => ({ tag, text: `state ${tag}` })

describe('what is sent to one client', () => {
  it('begins at once, then sends each state', async () => {
    const { offer, next } = open()
    expect(await next()).toBe('first')
    const waiting = next()
    offer(frame('1'))
    expect(await waiting).toBe('state 1')
    offer(frame('2'))
    expect(await next()).toBe('state 2')
  })

  it('keeps only the latest state for a client that does not read', async () => {
    const { offer, next } = open()
    await next()
    for (const tag of ['1', '2', '3']) offer(frame(tag))
    expect(await next()).toBe('state 3')
  })

  it('sends nothing that the client has', async () => {
    const { offer, next, end } = open('1')
    await next()
    offer(frame('1'))
    offer(frame('2'))
    offer(frame('1'))
    end()
    expect(await next()).toBe('over')
  })

  it('sends nothing that was withdrawn, until it is offered again', async () => {
    const { offer, withdraw, next } = open()
    await next()
    offer(frame('1'))
    withdraw()
    const waiting = next()
    offer(frame('1'))
    expect(await waiting).toBe('state 1')
    offer(frame('2'))
    withdraw()
    offer(frame('3'))
    expect(await next()).toBe('state 3')
  })

  it('sends a heartbeat after fifteen seconds of silence, to a client that reads', async () => {
    const { beat, next, pass, offer } = open()
    await next()
    pass(14_999)
    const waiting = next()
    beat()
    pass(1)
    beat()
    expect(await waiting).toBe('beat')
    pass(15_000)
    beat()
    offer(frame('1'))
    expect(await next()).toBe('state 1')
  })

  it('ends with the last text, whatever waits', async () => {
    const { offer, next, end } = open()
    await next()
    offer(frame('1'))
    end('the last')
    offer(frame('2'))
    end('too late')
    expect([await next(), await next()]).toEqual(['the last', 'over'])
  })

  it('throws what it failed with', async () => {
    const { next, fail } = open()
    await next()
    const waiting = next()
    fail(new Error('broken'))
    await expect(waiting).rejects.toThrow('broken')
  })
})
