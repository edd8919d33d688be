import { describe, expect, it } from 'vitest'
import { createHighlight } from './highlight.ts'

const term = (words: string, more: object = {}) => ({
  words: words.split(' '),
  excluded: false,
  prefix: false,
  ...more,
})
const LONG = 'lorem ipsum dolor sit amet, '.repeat(4_000)

/** Pieces that are hits. */
const hitsIn = (pieces: readonly string[] | null) => pieces?.filter((_, index) => index % 2 === 1) ?? null

describe('of a short text', () => {
  it('begins and ends with it', () => {
    expect(createHighlight([term('old')])('*An* old mill.')).toEqual(['*An* ', 'old', ' mill.'])
    expect(createHighlight([term('new')])('*An* old mill.')).toBeNull()
  })
})

describe('of a text as long as a book', () => {
  it.each([
    ['at the beginning', `Owl! ${LONG}`],
    ['in the middle', `${LONG}An owl. ${LONG}`],
    ['at the end', `${LONG}the OWL?`],
    ['as the last word', `${LONG}owl`],
  ])('is found %s', (_where, text) => {
    const pieces = createHighlight([term('owl')])(text)
    expect(hitsIn(pieces)?.map((hit) => hit.toLowerCase())).toEqual(['owl'])
    expect(text).toContain(pieces?.join(''))
    expect(pieces?.join('').match(/\w+/g)?.length).toBeLessThanOrEqual(36)
  })

  it.each([
    ['ete', 'Été'],
    ['ete', 'E\u0301te\u0301'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['новости', 'Новости'],
    ['water mill', 'Water–Mill'],
    ['1e5', '1E5'],
    ['東京', '東京'],
  ])('is found where %j is written %j', (words, written) => {
    expect(hitsIn(createHighlight([term(words)])(`${LONG} ${written} ${LONG}`))?.join(' ')).toBe(
      written.replace('–', ' '),
    )
  })

  it('is of whole words, or of beginnings where these are looked for', () => {
    const text = `${LONG}owls howl owlétte ${LONG}`
    expect(createHighlight([term('owl')])(text)).toBeNull()
    expect(hitsIn(createHighlight([term('owl', { prefix: true })])(text))).toEqual(['owls', 'owlétte'])
  })

  it('ends with the text', () => {
    expect(createHighlight([term('owl')])(`${LONG}the OWL?`)?.at(-1)).toBe('?')
  })

  it('lets only the last word of a phrase go on', () => {
    const text = `${LONG}older water and old waters ${LONG}`
    expect(hitsIn(createHighlight([term('old wat', { prefix: true })])(text))?.join(' ')).toBe('old waters')
  })

  it('begins four words before the first hit', () => {
    const pieces = createHighlight([term('owl')])(`${'word '.repeat(100)}one two three four owl ${'word '.repeat(100)}`)
    expect(pieces?.[0]).toBe('one two three four ')
  })

  it('begins and ends with whole words, wherever the part is cut', () => {
    for (let length = 0; length < 12; length += 1) {
      const text = `${LONG}${'x'.repeat(length)} owl ${'y'.repeat(length)} ${LONG}`
      const pieces = createHighlight([term('owl'), term('amet', { excluded: true })])(text)?.join('') ?? ''
      const place = text.indexOf(pieces)
      expect(place).toBeGreaterThan(0)
      expect(`${text[place - 1]}${text[place + pieces.length]}`).toMatch(/^[ ,]{2}$/)
    }
  })

  it('shows the part with most hits near the first', () => {
    const text = `${LONG}an owl ${'word '.repeat(100)}old owl and old owl ${LONG}`
    expect(hitsIn(createHighlight([term('owl'), term('old')])(text))).toEqual(['old', 'owl', 'old', 'owl'])
  })

  it('takes no longer where a letter has many marks', () => {
    const text = `ink${'\u0301'.repeat(500_000)} ${'. '.repeat(100_000)}old ink`
    expect(createHighlight([term('ink pen'), term('old ink')])(text)).not.toBeNull()
  })

  it('looks at a part of it only', () => {
    const text = `${LONG}an owl ${LONG}${'owl '.repeat(30)}`
    expect(hitsIn(createHighlight([term('owl')])(text))).toEqual(['owl'])
  })
})
