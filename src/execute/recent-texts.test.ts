import { describe, expect, it } from 'vitest'
import { createRecentTexts } from './recent-texts.ts'

const known = (limits: Parameters<typeof createRecentTexts>[0], texts: readonly string[]) => {
  const recent = createRecentTexts<number>(limits)
  for (const [index, text] of texts.entries()) recent.set(text, index)
  return (text: string) => recent.get(text)
}

describe('recent texts', () => {
  it('are limited in number, and the least recent one is evicted first', () => {
    const get = known({ texts: 2, characters: 100 }, ['a', 'b', 'a', 'c'])
    expect(['a', 'b', 'c'].map(get)).toEqual([2, undefined, 3])
  })

  it('are limited in total length', () => {
    const get = known({ texts: 100, characters: 10 }, ['aaaaa', 'bbb', 'cccc'])
    expect(['aaaaa', 'bbb', 'cccc'].map(get)).toEqual([undefined, 1, 2])
  })

  it('count once, however often they are set', () => {
    const get = known({ texts: 100, characters: 10 }, ['aaaaa', 'bbbbb', 'bbbbb', 'bbbbb'])
    expect(['aaaaa', 'bbbbb'].map(get)).toEqual([0, 3])
  })

  it('always include the latest one, however long it is', () => {
    const get = known({ texts: 100, characters: 3 }, ['a', 'bbbb'])
    expect(['a', 'bbbb'].map(get)).toEqual([undefined, 1])
  })
})
