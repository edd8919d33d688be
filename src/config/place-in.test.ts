import { describe, expect, it } from 'vitest'
import { placeIn } from './place-in.ts'

const isLarge = (value: unknown) => value === Number.POSITIVE_INFINITY

describe('placeIn', () => {
  it.each([
    ['1e999', []],
    ['{"a":[0,{"b":[[],[1e999]]}]}', ['a', 1, 'b', 1, 0]],
    ['{"a":1e999,"b":[1e999]}', ['a']],
    ['[{},[1,2],"1e999",null]', null],
  ])('finds the first place in %s', (text, place) => {
    expect(placeIn(JSON.parse(text), isLarge)).toEqual(place)
  })

  it('tests a value before its content', () => {
    expect(placeIn({ a: [1] }, Array.isArray)).toEqual(['a'])
  })

  it('does not create a text for each index of a list', () => {
    const asked: string[] = []
    const list = new Proxy([0, 1, Number.POSITIVE_INFINITY], {
      ownKeys: (target) => {
        asked.push('all keys')
        return Reflect.ownKeys(target)
      },
    })
    expect(placeIn({ list }, isLarge)).toEqual(['list', 2])
    expect(asked).toEqual([])
  })
})
