import { expect, it } from 'vitest'
import { withBrackets } from './dotted-names.ts'

it.each([
  ['data.title=a.b&data.seo.metaTitle=c', 'data[title]=a.b&data[seo][metaTitle]=c'],
  ['data[links][0].label=a&data.links[1].label=b', 'data[links][0][label]=a&data[links][1][label]=b'],
  ['data%5Blinks%5d.label=a', 'data%5Blinks%5d[label]=a'],
  ['data[metadata][a.b]=1&data%5Ba.b%5D=2', 'data[metadata][a.b]=1&data%5Ba.b%5D=2'],
  ['data[title]=a.b=c.d&&x', 'data[title]=a.b=c.d&&x'],
  ['data.=1&.=2&data..a=3', 'data.=1&.=2&data.[a]=3'],
  ['', ''],
])('%j becomes %j', (form, read) => {
  expect(withBrackets(form)).toBe(read)
})

it('takes no longer than the form is long', () => {
  const name = `${'['.repeat(200_000)}.a`
  expect(withBrackets(`${name}=1`)).toBe(`${name}=1`)
})
