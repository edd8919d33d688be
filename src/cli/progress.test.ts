import { describe, expect, it } from 'vitest'
import { createProgress, createQuietProgress } from './progress.ts'

function progress(watched: boolean, now = () => 0) {
  const lines: string[] = []
  const drawn: string[] = []
  const context = { watched, err: (line: string) => lines.push(line), draw: (text: string) => drawn.push(text) }
  return { lines, drawn, ...createProgress(context, now) }
}

describe('progress', () => {
  it('is a bar on a terminal, redrawn when it changes', () => {
    const { lines, drawn, update, end } = progress(true)
    update('Writing', 1, 2)
    update('Writing', 1, 2)
    update('Writing', 2, 2)
    end()
    expect(lines).toEqual([])
    expect(drawn).toEqual([
      `\r\u001b[2KWriting ${'█'.repeat(15)}${'░'.repeat(15)}  50 %`,
      `\r\u001b[2KWriting ${'█'.repeat(30)} 100 %`,
      '\r\u001b[2K',
    ])
  })

  it('is a number if the total is unknown, in thousands if it is large', () => {
    const { drawn, update } = progress(true)
    for (const done of [1, 2, 3_000, 3_001, 3_999, 4_000]) update('Writing', done, null)
    expect(drawn.map((text) => text.replace('\r\u001b[2K', ''))).toEqual([
      'Writing 1',
      'Writing 2',
      'Writing 3,000',
      'Writing 4,000',
    ])
  })

  it('is otherwise a line for each stage', () => {
    const { lines, drawn, update, end } = progress(false)
    for (const done of [0, 1, 2]) update('Checking', done, 2)
    for (const done of [0, 1, 2]) update('Writing', done, 2)
    end()
    expect(drawn).toEqual([])
    expect(lines).toEqual(['Checking …', 'Writing …'])
  })

  it('is a line every few seconds of a long stage', () => {
    let time = 0
    const { lines, update } = progress(false, () => time)
    for (time = 0; time <= 12_000; time += 1_000) update('Writing', time, 24_000)
    for (time = 12_000; time <= 24_000; time += 1_000) update('Counting', time, null)
    expect(lines).toEqual([
      'Writing …',
      'Writing … 20 %',
      'Writing … 41 %',
      'Counting …',
      'Counting … 17,000',
      'Counting … 22,000',
    ])
  })

  it('prints nothing for a fast command, and the stages of a slow one', () => {
    let time = 0
    const lines: string[] = []
    const context = { watched: false, err: (line: string) => lines.push(line), draw: () => {} }
    const { update } = createQuietProgress(context, () => time)
    for (time = 0; time <= 12_000; time += 1_000) update(time < 3_000 ? 'Reading' : 'Counting', time, 24_000)
    expect(lines).toEqual(['Counting …', 'Counting … 41 %'])
  })
})
