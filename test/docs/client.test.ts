/** docs/client.md is true: its examples compile, one after the other, against the types of the example. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { compile } from '../types/compile.ts'
import { readPage } from './example-site.ts'

const IMPORT = /^import .*$/gm

it('its examples compile', () => {
  const blocks = [...readPage('docs/client.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  expect(blocks.length).toBeGreaterThan(3)
  const imports = blocks.flatMap((block) => block.match(IMPORT) ?? [])
  const page = [...imports, ...blocks.map((block) => block.replaceAll(IMPORT, '')), 'export {}'].join('\n')
  const types = readFileSync(fixture('types/extended.d.ts'), 'utf8')
  const named = `import type { CreateData, Entry } from 'lectern/client'
import type { Article } from './lectern-types.js'
export const entry = {} as Entry<Article, ['title'], { author: true }>
export const title: string = entry.title
export const author: string | undefined = entry.author?.name
export const data: CreateData<Article> = { title }
`
  expect(compile({ 'lectern-types.d.ts': types, 'page.ts': page, 'named.ts': named }).errors).toEqual([])
})
