/** All databases find the same words: those that the reference tokenizer finds in the visible texts. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/limits.ts'
import { parseSearch } from '../../src/parse/parse-search.ts'
import { wordsIn } from '../../src/vocabulary/words.ts'
import type { Entry } from '../support/ask.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES } from '../writes/site.ts'
import { isFound, openSearchSite, type SearchSite } from './search-site.ts'

const WORDS = [
  'Lantern',
  'lantern',
  'old',
  'ÉTÉ',
  'été',
  'e\u0301te\u0301',
  'Straße',
  'ΟΔΟΣ',
  'οδός',
  'Новости',
  'й',
  'x²',
  '½',
  '1e5',
  '3.14',
  '007',
  '東京',
  'हिन्दी',
  'Ǆ',
  'İ',
  'ſ',
  'µm',
  '🤣',
  '😂',
  '₽',
  "l'eau",
  'a-b_c',
  'foo@bar.com',
  'https://x.org/?q=1',
  '<b>bold</b>',
  '&amp;',
  "''",
  '\\',
  ':*',
  '|',
  '!',
  'ﬀ',
  'ǡ',
  'ẛ',
  'Å',
  'x'.repeat(600),
]
const SEPARATORS = [' ', '', '\n', ', ', '-', '/', '\u00a0', '🤣']

const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...SEPARATORS)), { maxLength: 8 })
  .map((parts) => parts.flat().join(''))
const sought = fc.constantFrom(...WORDS.filter((word) => wordsIn(word).length > 0 && word.length < 100))
const single = sought.map((word) => word.replaceAll('"', ''))
const term = fc.oneof(
  sought,
  single.map((word) => `-${word}`),
  fc.tuple(sought, sought).map((pair) => `"${pair.join(' ').replaceAll('"', '')}"`),
)
const query = fc.record({
  terms: fc.tuple(sought, fc.array(term, { maxLength: 2 })).map(([first, more]) => [...more, first].join(' ')),
  prefix: fc.boolean(),
  fields: fc.constantFrom(['title'], ['body'], ['title', 'body']),
})

const ROWS = 60

describe.each(DATABASES)('words on %s', (kind) => {
  let site: SearchSite
  let entries: readonly Entry[]
  beforeAll(async () => {
    site = await openSearchSite(kind)
    const texts = fc.sample(fc.record({ title: text, body: text }), { numRuns: ROWS, seed: 7 })
    for (const { title, body } of texts) await site.writes.create('/api/articles', { title: title.slice(0, 250), body })
    await site.writes.create('/api/articles', { title: 'long', body: `${'the '.repeat(300)}water the mill` })
    await site.writes.create('/api/articles', {
      title: 'longer',
      body: `${'a b c d e f g h '.repeat(2_200)}water mill`,
    })
    entries = await site.list('/api/articles?fields=title,body')
  })
  afterAll(() => site.close())

  const expectFound = async (params: URLSearchParams, fields: readonly string[]) => {
    const raw = { text: params.get('_q[text]') ?? '', prefix: params.get('_q[prefix]') ?? 'false' }
    const { terms } = parseSearch(raw, DEFAULT_LIMITS)
    const expected = entries.filter((entry) => isFound(terms, entry, fields)).map(({ id }) => id)
    expect(await site.ids(`/api/articles?${params}&sort=id&fields=id`), raw.text).toEqual(expected)
  }

  test('are those of the reference tokenizer', async () => {
    const property = fc.asyncProperty(query, ({ terms, prefix, fields }) =>
      expectFound(
        new URLSearchParams({ '_q[text]': terms, '_q[prefix]': String(prefix), '_q[in]': fields.join(',') }),
        fields,
      ),
    )
    await fc.assert(property, { numRuns: randomRuns(60) })
  })

  test('combine like sets', async () => {
    const found = (text: string, more: Readonly<Record<string, string>> = {}) =>
      site.ids(`/api/articles?${new URLSearchParams({ '_q[text]': text, fields: 'id', sort: 'id', ...more })}`)
    let some = 0
    const property = fc.asyncProperty(single, single, async (a, b) => {
      const [ofA, ofB] = [await found(a), await found(b)]
      const both = ofA.filter((id) => ofB.includes(id))
      expect(await found(`${a} ${b}`), 'both words').toEqual(both)
      expect(await found(`${b} ${a}`), 'in another order').toEqual(both)
      expect(await found(`${a} -${b}`), 'without the other').toEqual(ofA.filter((id) => !ofB.includes(id)))
      expect(await found(`${a} -${a}`), 'without itself').toEqual([])
      expect(both, 'a phrase').toEqual(expect.arrayContaining([...(await found(`"${a} ${b}"`))]))
      expect(await found(a, { '_q[prefix]': 'true' }), 'a beginning').toEqual(expect.arrayContaining([...ofA]))
      const inEither = [...(await found(a, { '_q[in]': 'title' })), ...(await found(a, { '_q[in]': 'body' }))]
      expect(new Set(inEither), 'in either field').toEqual(new Set(ofA))
      some += both.length
    })
    await fc.assert(property, { numRuns: randomRuns(12) })
    expect(some).toBeGreaterThan(0)
  })

  test('phrases are found in texts with many words', async () => {
    for (const phrase of ['"the water the mill"', '"water mill"', '"the water mill"', '"h water"', '"h a b c"']) {
      await expectFound(new URLSearchParams({ '_q[text]': phrase }), ['title', 'body'])
    }
  })

  test('every letter is folded alike', async () => {
    const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => wordsIn(letter).length === 1 && !LATER.test(letter),
    )
    const created = await site.writes.create('/api/articles', { title: 'letters', body: letters.join(' ') })
    const words = new Set(letters.map((letter) => wordsIn(letter)[0]?.folded))
    for (const chunk of chunksOf([...words], 20)) {
      expect(await site.ids(`/api/articles?_q[text]=letters ${encodeURIComponent(chunk.slice(1).join(' '))}`)).toEqual([
        created.id,
      ])
    }
  })
})

/** Capitals that are newer than the Unicode version of FTS5, which has no lower-case letters for them. */
const LATER = /[\u037f\u0528\u052a\u052c\u052e]/

function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
