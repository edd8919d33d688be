import { describe, expect, it } from 'vitest'
import { exampleOf, longValue, shapeOf, shortValue } from './url-shape.ts'

describe('the shape of a URL', () => {
  it.each([
    ['/api/articles?filters[slug]=one-two', '/api/articles?filters[slug]=\0word\0', ['one-two']],
    ['/api/articles?filters%5Bslug%5D=one+two%20three', '/api/articles?filters%5Bslug%5D=\0word\0', ['one two three']],
    ['/api/articles?filters[slug]=caf%C3%A9+Stra%C3%9fe', '/api/articles?filters[slug]=\0letters\0', ['café Straße']],
    ['/api/articles?_q=one&x_q=two', '/api/articles?_q=\0word\0&x_q=two', ['one']],
    ['/api/articles?filters[id][$gt]=2024&x=7', '/api/articles?filters[id][$gt]=\0digits4\0&x=7', ['2024']],
    ['/api/a/abcdefghijklmnopqrstuvw1', '/api/a/\0document\0', ['abcdefghijklmnopqrstuvw1']],
    [
      '/api/a/abcdefghijklmnopqrstuvw1?populate[b][filters][c]=dog',
      '/api/a/\0document\0?populate[b][filters][c]=\0word\0',
      ['abcdefghijklmnopqrstuvw1', 'dog'],
    ],
    ['/api/a?filters[$and][0][b]=77&filters[$and][1][c]=88', null, ['77', '88']],
  ])('of %s', (url, shape, values) => {
    const found = shapeOf(url)
    expect(found?.values).toEqual(values)
    if (shape !== null) expect(found?.url).toBe(shape)
  })

  it.each([
    ['a keyword', 'filters[a]=null'],
    ['a flag', 'filters[a][$null]=true'],
    ['a flag as a number', 'filters[a][$null]=1'],
    ['zero', 'filters[a]=0'],
    ['a number with leading zeros', 'filters[a]=007'],
    ['a number beyond an integer column', 'filters[a]=2147483648'],
    ['a number in another notation', 'filters[a]=1e5'],
    ['a text that is shorter than the parts that texts are indexed by', 'filters[a]=ab'],
    ['a long text', `filters[a]=${'a'.repeat(65)}`],
    ['a wildcard', 'filters[a][$contains]=a_b'],
    ['an encoded character of ASCII', 'filters[a]=caf%65'],
    ['bytes that are not UTF-8', 'filters[a]=caf%E9s'],
    ['a character that is no letter', 'filters[a]=caf%C3%A9%25'],
    ['a long text with an umlaut', `filters[a]=%C3%A4${'a'.repeat(64)}`],
    ['a relative date', 'filters[a]=$today(-1M)'],
    ['nothing', 'filters[a]='],
    ['a parameter without a value', 'filters[a]'],
    ['a value that is not of a filter', 'sort=title&pagination[page]=22&populate=author&fields=filters'],
  ])('has %s in it', (_what, query) => {
    expect(shapeOf(`/api/articles?${query}`)).toBeNull()
  })

  it('has the name of a content type in it, however long', () => {
    expect(shapeOf('/api/internationalconferences')).toBeNull()
    expect(shapeOf('/api/abcdefghijklmnopqrstuvwx')).toBeNull()
  })

  it.each([longValue, shortValue])('has other URLs of the same shape', (valueFor) => {
    const words = 'filters[b]=dog&filters[c]=7&filters[d]=77&filters[e]=777777777&filters[f]=gar%C3%A7on'
    const url = `/api/a/abcdefghijklmnopqrstuvw1?${words}`
    const shape = shapeOf(url)
    const example = exampleOf(shape ?? { url: '' }, valueFor)
    expect(shapeOf(example.url)).toEqual({ url: shape?.url, values: example.values })
    expect(example.url).not.toBe(url)
    expect(new Set(example.values).size).toBe(6)
  })
})
