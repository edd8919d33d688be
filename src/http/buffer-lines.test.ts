import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bufferLines } from './buffer-lines.ts'

describe('bufferLines', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function recorder() {
    const written: string[] = []
    const stream = bufferLines({ write: (lines) => written.push(lines), flush: (done) => done?.() })
    return { written, stream }
  }

  it('writes lines that come soon after each other at once, in their order', () => {
    const { written, stream } = recorder()
    for (const line of ['one\n', 'two\n']) stream.write(line)
    expect(written).toEqual([])
    vi.runAllTimers()
    stream.write('three\n')
    vi.runAllTimers()
    expect(written).toEqual(['one\ntwo\n', 'three\n'])
  })

  it('does not wait with much to write', () => {
    const { written, stream } = recorder()
    const long = `${'x'.repeat(20_000)}\n`
    stream.write('one\n')
    stream.write(long)
    expect(written).toEqual([`one\n${long}`])
    vi.runAllTimers()
    expect(written).toHaveLength(1)
  })

  it('writes before it flushes, and calls back', () => {
    const { written, stream } = recorder()
    const done = vi.fn()
    stream.write('one\n')
    stream.flush(done)
    expect(written).toEqual(['one\n'])
    expect(done).toHaveBeenCalledOnce()
  })
})
