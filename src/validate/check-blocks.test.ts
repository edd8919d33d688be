import { describe, expect, it } from 'vitest'
import { checkBlocks } from './check-blocks.ts'

const text = { type: 'text', text: 'a' }
const link = (url: unknown) => ({ type: 'paragraph', children: [{ type: 'link', url, children: [text] }] })
const item = { type: 'list-item', children: [text] }

function errorsOf(...nodes: readonly unknown[]) {
  const errors: string[] = []
  checkBlocks(nodes, ['body'], (place, what) => errors.push(`${place.join('.')} ${what}`))
  return errors
}

describe('checkBlocks', () => {
  it.each([
    [{ type: 'paragraph', children: [text, { ...text, bold: true }] }],
    [{ type: 'heading', level: 2, children: [text] }],
    [{ type: 'quote', children: [text] }],
    [{ type: 'code', language: 'js', children: [text] }],
    [{ type: 'list', format: 'ordered', children: [item, { type: 'list', format: 'unordered', children: [item] }] }],
    [{ type: 'image', image: { url: '/x.png' }, children: [text] }],
    [link('https://example.org')],
    [link('/about')],
    [link('mailto:a@example.org')],
  ])('takes %j', (node) => {
    expect(errorsOf(node)).toEqual([])
  })

  it.each<[unknown, string]>([
    ['x', 'body.0.type must be one of the following values: paragraph, quote, code, heading, list, image'],
    [
      { type: 'constructor' },
      'body.0.type must be one of the following values: paragraph, quote, code, heading, list, image',
    ],
    [{ type: 'paragraph' }, 'body.0.children is a required field'],
    [{ type: 'quote', children: [] }, 'body.0.children field must have at least 1 items'],
    [{ type: 'paragraph', children: [item] }, 'body.0.children.0.type must be one of the following values: text, link'],
    [{ type: 'code', children: [link('/')] }, 'body.0.children.0.type must be one of the following values: text'],
    [
      { type: 'heading', level: 7, children: [text] },
      'body.0.level must be one of the following values: 1, 2, 3, 4, 5, 6',
    ],
    [{ type: 'list', children: [item] }, 'body.0.format must be one of the following values: ordered, unordered'],
    [
      { type: 'list', format: 'ordered', children: [text] },
      'body.0.children.0.type must be one of the following values: list-item, list',
    ],
    [{ type: 'image', image: {}, children: [text] }, 'body.0.image.url is a required field'],
    [
      { type: 'paragraph', children: [{ type: 'text' }] },
      'body.0.children.0.text must be a `string` type, but the final value was: `null`.',
    ],
    [link('javascript:alert(1)'), 'body.0.children.0.url must be a valid link'],
    [link(' JavaScript:alert(1)'), 'body.0.children.0.url must be a valid link'],
    [link('data:text/html,x'), 'body.0.children.0.url must be a valid link'],
    [link('nowhere'), 'body.0.children.0.url must be a valid link'],
    [link(undefined), 'body.0.children.0.url must be a valid link'],
  ])('refuses %j', (node, error) => {
    expect(errorsOf(node)).toEqual([error])
  })

  it('judges links as long as a body, by their beginning', () => {
    const marks = (above: string, below: string) => above.repeat(150_000) + below.repeat(150_000)
    for (const url of [
      `https://example.org/${'%20'.repeat(300_000)}`,
      `https://a${marks('\u0301', '\u0323')}.example.org`,
      `mailto:${'a'.repeat(900_000)}`,
    ]) {
      expect(errorsOf(link(url))).toEqual([])
    }
    for (const url of [
      `javascript:${'a'.repeat(900_000)}`,
      `https:${'/'.repeat(900_000)}`,
      `https://a${marks('%CC%81', '%CC%A3')}.example.org`,
    ]) {
      expect(errorsOf(link(url))).toEqual(['body.0.children.0.url must be a valid link'])
    }
  })
})
