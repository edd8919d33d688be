/** No page is out of reach, and no link leads nowhere. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './source-files.ts'

const pages = [
  'README.md',
  'example/README.md',
  'bench/README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** Without those to other sites. */
function linksOf(page: string): readonly { readonly file: string; readonly anchor: string }[] {
  const text = read(page).replace(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file = '', anchor = '']) => ({
    file: file === '' ? page : relative(ROOT, join(ROOT, dirname(page), file)),
    anchor,
  }))
}

/** As hosts of repositories make them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('links', () => {
  it.each(pages)('of %s', (page) => {
    const broken = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(join(ROOT, file))) return true
      return anchor !== '' && !anchorsOf(file).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})

it('every page is in the index of the README', () => {
  const indexed = linksOf('README.md').map(({ file }) => file)
  const inFolders = (page: string) => indexed.includes(page) || indexed.includes(dirname(page))
  expect(pages.filter((page) => page !== 'README.md' && !inFolders(page))).toEqual([])
})
