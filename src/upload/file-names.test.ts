import { describe, expect, it } from 'vitest'
import { chooseExtension, isPlainName, nameInForm, newHash, shownName } from './file-names.ts'

it.each([
  ['an %22owl%22.jpg', 'an "owl".jpg'],
  ['owl%0D%0aowl.jpg', 'owl\r\nowl.jpg'],
  ['50%.jpg', '50%.jpg'],
  ['%2e%2E%2fowl%00.jpg', '%2e%2E%2fowl%00.jpg'],
])('a form that has %j names the file %j', (written, name) => {
  expect(nameInForm(written)).toBe(name)
})

describe('shownName', () => {
  it.each([
    ['an owl.jpg', 'an owl.jpg'],
    ['C:\\photos\\owl.jpg', 'owl.jpg'],
    ['../../etc/owl.jpg', 'owl.jpg'],
    [' owl\0\n\ud800.jpg ', 'owl.jpg'],
    ['owl\u202egpj.svg', 'owlgpj.svg'],
    ['E\u0301te\u0301.jpg', '\u00c9t\u00e9.jpg'],
    ['photos/', 'file'],
  ])('of %j is %j', (sent, shown) => {
    expect(shownName(sent)).toBe(shown)
  })

  it('has as many characters as the column takes, with the ending', () => {
    const longest = `${'a'.repeat(251)}.jpg`
    expect(shownName(longest)).toBe(longest)
    expect(shownName(`a${longest}`)).toBe(longest)
    expect(shownName('a'.repeat(256))).toBe('a'.repeat(255))
  })

  it('is not cut within a character', () => {
    expect(shownName(`${'\u{1f989}'.repeat(200)}.jpg`)).toBe(`${'\u{1f989}'.repeat(125)}.jpg`)
  })
})

it('an extension is that of the name, or of the type', () => {
  expect(chooseExtension('owl.jpeg', 'image/png')).toBe('.jpeg')
  expect(chooseExtension('owl', 'image/png')).toBe('.png')
  expect(chooseExtension(`owl.${'x'.repeat(17)}`, 'image/png')).toBe('.png')
})

it('a stored name is short, and differs each time', () => {
  expect(newHash('An owl.jpg', '.jpg')).toMatch(/^An_owl_[0-9a-f]{10}$/)
  expect(newHash('\u2026', '')).toMatch(/^file_[0-9a-f]{10}$/)
  expect(newHash('a'.repeat(200), '')).toMatch(/^a{120}_[0-9a-f]{10}$/)
  expect(newHash('owl', '')).not.toBe(newHash('owl', ''))
})

it.each(['', '.env', 'a/b', 'a\\b', 'a\0b'])('%j is not a plain name', (name) => {
  expect([isPlainName(name), isPlainName('owl_0123456789.jpg')]).toEqual([false, true])
})
