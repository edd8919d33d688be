import { describe, expect, it } from 'vitest'
import { createRecentTexts } from './recent-texts.ts'

const known = (limits: Parameters<typeof createRecentTexts>[0], texts: readonly string[]) => {
  const recent = createRecentTexts<number>(limits)
  for (const [index, text] of texts.entries()) recent.set(text, index)
  return (text: string) => recent.get(text)
}

describe('recent texts', () => {
  it('are so many at most, the least recent goes first', () => {
    const get = known({ texts: 2, characters: 100 }, ['a', 'b', 'a', 'c'])
    expect(['a', 'b', 'c'].map(get)).toEqual([2, undefined, 3])
  })

  it('have so many characters at most', () => {
    const get = known({ texts: 100, characters: 10 }, ['aaaaa', 'bbb', 'cccc'])
    expect(['aaaaa', 'bbb', 'cccc'].map(get)).toEqual([undefined, 1, 2])
  })

  it('are counted once, however often they are set', () => {
    const get = known({ texts: 100, characters: 10 }, ['aaaaa', 'bbbbb', 'bbbbb', 'bbbbb'])
    expect(['aaaaa', 'bbbbb'].map(get)).toEqual([0, 3])
  })

  it('have the latest among them, however long it is', () => {
    const get = known({ texts: 100, characters: 3 }, ['a', 'bbbb'])
    expect(['a', 'bbbb'].map(get)).toEqual([undefined, 1])
  })
})
