/** Searches that ignore case find long texts as they find short ones, also where folding changes the length. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site } from '../writes/site.ts'

const TIMES = 2_500

const TEXTS: Readonly<Record<string, string | null>> = {
  plain: `${'owl'.repeat(TIMES)}.`,
  umlauts: 'Ä'.repeat(TIMES),
  // The letter k has one byte, and the Kelvin sign three; folded, both are the same letter.
  short: 'k'.repeat(TIMES),
  few: 'ow',
  none: null,
}

describe.each(DATABASES)('long searches on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    const permissions = ['find', 'create'].map((action) => `api::note.note.${action}`)
    site = await openSite(kind, {
      types: { note: { attributes: { name: { type: 'string' }, text: { type: 'text' } } } },
      permissions,
    })
    for (const [name, text] of Object.entries(TEXTS)) await site.create('/api/notes', { name, text })
  })
  afterAll(() => site?.close())

  const found = async (operator: string, text: string) => {
    const filter = `filters[text][${operator}]=${encodeURIComponent(text)}`
    return (await site.list(`/api/notes?${filter}&sort=id&fields=name`)).map(({ name }) => name)
  }

  it.each([
    ['$containsi', 'OWL'.repeat(TIMES), ['plain']],
    ['$startsWithi', 'OWL'.repeat(TIMES - 1), ['plain']],
    ['$endsWithi', `${'OWL'.repeat(TIMES)}.`, ['plain']],
    ['$eqi', 'ä'.repeat(TIMES), ['umlauts']],
    ['$eqi', '\u212a'.repeat(TIMES), ['short']],
    ['$notContainsi', 'OWL'.repeat(TIMES), ['umlauts', 'short', 'few']],
    ['$nei', 'ä'.repeat(TIMES), ['plain', 'short', 'few']],
  ])('%s', async (operator, text, names) => {
    expect(await found(operator, text)).toEqual(names)
  })
})
