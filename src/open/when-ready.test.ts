import { describe, expect, it } from 'vitest'
import { whenReady } from './when-ready.ts'

/** Fails so often, then opens. */
function attempts(failures: number) {
  const seen: string[] = []
  let left = failures
  return {
    seen,
    open: async () => {
      left -= 1
      if (left >= 0) throw new Error(`attempt failed, ${left} to go`)
      return 'open'
    },
    onOpen: (opened: string) => void seen.push(opened),
    onFailure: (error: unknown) => void seen.push(String(error)),
  }
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe('whenReady', () => {
  it('tries until it succeeds, and then no more', async () => {
    const world = attempts(2)
    const waiting = whenReady({ ...world, delays: [1, 1, 1, 1, 1] })
    expect(waiting.current()).toBeNull()
    await until(() => waiting.current() !== null)
    await waiting.stop()
    expect(world.seen).toEqual(['Error: attempt failed, 1 to go', 'Error: attempt failed, 0 to go', 'open'])
    expect(waiting.current()).toBe('open')
  })

  it('stops between two attempts', async () => {
    const world = attempts(1_000)
    const waiting = whenReady({ ...world, delays: [0, 60_000] })
    await until(() => world.seen.length === 1)
    await waiting.stop()
    expect(world.seen).toHaveLength(1)
  })

  it('finishes an attempt that is under way when it is stopped', async () => {
    let finish = (_opened: string): void => undefined
    const opening = new Promise<string>((resolve) => {
      finish = resolve
    })
    let begun = false
    const open = () => {
      begun = true
      return opening
    }
    const waiting = whenReady({ ...attempts(0), open, delays: [0] })
    await until(() => begun)
    const stopped = waiting.stop()
    finish('late')
    await stopped
    expect(waiting.current()).toBe('late')
  })
})
