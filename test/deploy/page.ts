/** The files that docs/deploy.md shows. */

import { readPage } from '../docs/example-site.ts'

/** The one block in this language. */
export function shownFile(language: string): string {
  const blocks = [...readPage('docs/deploy.md').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  const found = blocks.filter(([, name]) => name === language).map(([, , text = '']) => text)
  if (found.length !== 1) throw new Error(`docs/deploy.md has ${found.length} blocks of ${language}`)
  return found[0] ?? ''
}
