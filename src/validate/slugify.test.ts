import { describe, expect, it } from 'vitest'
import { SLUG_OPTIONS, type SlugOptions } from '../schema/scalar-rules.ts'
import { slugify } from './slugify.ts'

describe('slugify', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  Déjà Vu!  ', 'deja-vu'],
    ['fooBar 123 $#%', 'foo-bar-123'],
    ['XMLFile APIs', 'xml-file-apis'],
    ['I ♥ 🦄 & dogs', 'i-love-unicorn-and-dogs'],
    ['Größe über Maß', 'groesse-ueber-mass'],
    ['ÄRGER', 'aerger'],
    ['Ærø, Łódź, Đà Nẵng, Ķīmija', 'aero-lodz-da-nang-kimija'],
    ['Привет, мир', 'privet-mir'],
    ['Щука і їжак', 'shhuka-i-yizhak'],
    ['Καλημέρα κόσμε', 'kalimera-kosme'],
    ['e\u0301te\u0301', 'ete'],
    ['ﬁve ½', 'five-1-2'],
    ['--a__b--', 'a-b'],
    ['日本語', ''],
    ['', ''],
  ])('%j → %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  it.each<[string, Partial<SlugOptions>, string]>([
    ['BAR and baz', { separator: '_' }, 'bar_and_baz'],
    ['a b', { separator: '' }, 'ab'],
    ['Foo Bär', { lowercase: false }, 'Foo-Baer'],
    ['fooBar', { decamelize: false }, 'foobar'],
    [
      'a @ b & c',
      {
        customReplacements: [
          ['@', ' at '],
          ['&', ' und '],
        ],
      },
      'a-at-b-und-c',
    ],
    ['_private', { preserveLeadingUnderscore: true }, '_private'],
    ['private', { preserveLeadingUnderscore: true }, 'private'],
  ])('%j with %j → %j', (text, options, slug) => {
    expect(slugify(text, { ...SLUG_OPTIONS, ...options })).toBe(slug)
  })

  it('takes long texts', () => {
    expect(slugify('A'.repeat(1_000_000))).toMatch(/^a{255}/)
    expect(slugify('HTMLFile2XMLFiles ABc'.repeat(50_000))).toMatch(/^html-file2-xml-files-a-bc/)
  })
})
