import { describe, expect, it } from 'vitest'
import { createStartQueue } from './start-queue.ts'

/** An event loop whose iterations end when a test says so. */
function loop() {
  let time = 0
  const ending: (() => void)[] = []
  return {
    now: () => time,
    inNextIteration: (work: () => void) => void ending.push(work),
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    iterate: (times = 1) => {
      for (let done = 0; done < times; done += 1) for (const work of ending.splice(0)) work()
    },
    isIdle: () => ending.length === 0,
  }
}

function queueWithClock() {
  const clock = loop()
  const names: string[] = []
  const { start, connected } = createStartQueue(clock)
  const ask = (name: string, milliseconds = 0, address = 'one', size = 1) => {
    const work = () => {
      names.push(name)
      clock.pass(milliseconds)
    }
    const client = { message: { socket: { readableEnded: false } }, response: { closed: false } }
    start(client, { address, url: 'x'.repeat(size) }, work)
    return client
  }
  return { clock, names, ask, connected }
}

describe('requests', () => {
  it('are started at once, as long as an iteration is short', () => {
    const { clock, names, ask } = queueWithClock()
    for (const name of ['a', 'b', 'c', 'd']) ask(name, 3)
    expect(names).toEqual(['a', 'b'])
    clock.iterate()
    expect(names).toEqual(['a', 'b', 'c'])
    clock.iterate()
    expect(names).toEqual(['a', 'b', 'c', 'd'])
    clock.iterate(2)
    expect(clock.isIdle()).toBe(true)
    ask('e')
    expect(names).toHaveLength(5)
  })

  it('wait while connections arrive, in order', () => {
    const { clock, names, ask, connected } = queueWithClock()
    ask('first', 1)
    for (const name of ['a', 'b']) {
      connected()
      ask(name)
      clock.iterate()
    }
    expect(names).toEqual(['first'])
    ask('c')
    clock.iterate()
    expect(names).toEqual(['first', 'a'])
    clock.iterate(2)
    expect(names).toEqual(['first', 'a', 'b', 'c'])
  })

  it('of many addresses are begun in turn', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    for (const name of ['a', 'b', 'c', 'd']) ask(name, 0, 'one')
    for (const name of ['x', 'y']) ask(name, 0, 'two')
    clock.iterate(4)
    ask('z', 0, 'three')
    clock.iterate(6)
    expect(names.join(' ')).toBe('a x b y c z d')
  })

  it('of one address are begun by their length, and every fourth time the oldest', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    for (const name of ['long 1', 'long 2', 'long 3']) ask(name, 0, 'one', 1_000)
    for (const name of ['short 1', 'short 2', 'short 3', 'short 4']) ask(name, 0, 'one', 10)
    clock.iterate(9)
    expect(names).toEqual(['short 1', 'short 2', 'short 3', 'long 1', 'short 4', 'long 2', 'long 3'])
  })

  it('get a part of the time, however many connections arrive', () => {
    const { clock, names, ask, connected } = queueWithClock()
    for (const name of ['a', 'b', 'c']) ask(name, 10)
    for (let iteration = 0; iteration < 160; iteration += 1) {
      connected()
      clock.pass(1)
      clock.iterate()
    }
    expect(names).toEqual(['a', 'b', 'c'])
    expect(clock.now()).toBeLessThan(200)
  })
})

describe('clients', () => {
  it('that have gone take no turn', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    const clients = ['a', 'b', 'c'].map((name) => ask(name))
    const [, gone] = clients
    if (gone !== undefined) gone.response.closed = true
    clock.iterate(4)
    expect(names).toEqual(['a', 'c'])
    expect(clock.isIdle()).toBe(true)
  })

  it('that have sent a request and gone before they were accepted take no turn', () => {
    const { clock, names, ask, connected } = queueWithClock()
    let last = null
    for (let iteration = 0; iteration < 10; iteration += 1) {
      connected()
      // Only now, as the connection is read for the second time.
      if (last !== null) last.response.closed = true
      last = ask('gone')
      clock.pass(100)
      clock.iterate()
    }
    if (last !== null) last.response.closed = true
    clock.iterate(3)
    expect(names).toEqual([])
    expect(clock.isIdle()).toBe(true)
  })

  it('that have closed their side are served after all others', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    const [doubtful] = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name))
    if (doubtful !== undefined) doubtful.message.socket.readableEnded = true
    clock.iterate(6)
    expect(names).toEqual(['b', 'c', 'd', 'e', 'a'])
  })

  it('are served from the newest on where most give up, and every fourth time from the oldest', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    const impatient = Array.from({ length: 16 }, () => ask('impatient'))
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(name)
    for (const client of impatient) client.response.closed = true
    clock.pass(101)
    clock.iterate(7)
    expect(names).toEqual(['f', 'e', 'd', 'a', 'c', 'b'])
  })

  it('are served in order where they are patient, however long they wait', () => {
    const { clock, names, ask, connected } = queueWithClock()
    connected()
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    clock.pass(5_000)
    clock.iterate(5)
    expect(names).toEqual(['a', 'b', 'c', 'd'])
  })
})
