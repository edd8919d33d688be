import { describe, expect, it } from 'vitest'
import { createUploadSlots } from './upload-slots.ts'

/** Uploads that go on until they are told to end. */
function uploading(most: number, mostOfCaller: number) {
  const slots = createUploadSlots(most, mostOfCaller)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, signal?: AbortSignal) => {
    const work = () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      })
    return slots.run(name.slice(0, 1), signal, work)
  }
  const end = async (name: string, upload: Promise<string>) => {
    ends.get(name)?.()
    await upload
  }
  return { slots, begun, start, end }
}

describe('createUploadSlots', () => {
  it('has the next one wait until another is over', async () => {
    const { begun, start, end } = uploading(2, 2)
    const first = start('a1')
    const others = [start('b1'), start('a2'), start('b2')]
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1', first)
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    expect(others).toHaveLength(3)
  })

  it('leaves places to other callers', () => {
    const { begun, start } = uploading(3, 2)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void start(name)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
  })

  it('passes over those whose caller has enough', async () => {
    const { begun, start, end } = uploading(2, 1)
    void start('a1')
    const other = start('b1')
    for (const name of ['a2', 'c1']) void start(name)
    await end('b1', other)
    expect(begun).toEqual(['a1', 'b1', 'c1'])
  })

  it('forgets a client that has gone, and counts on after failures', async () => {
    const { slots, begun, start } = uploading(1, 1)
    const leaving = new AbortController()
    const failing = slots.run('a', undefined, () => Promise.reject(new Error('broken')))
    const gone = start('b1', leaving.signal)
    const patient = start('c1')
    leaving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await expect(failing).rejects.toThrow('broken')
    await expect(start('b2', leaving.signal)).rejects.toThrow('gone')
    expect(begun).toEqual(['c1'])
    expect(patient).toBeInstanceOf(Promise)
  })
})
