/** The tables of the documentation, read as data. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './source-files.ts'

export function page(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8')
}

/** Rows of the table whose head begins with these columns, cell by cell. */
export function tableRows(text: string, ...head: readonly string[]): readonly (readonly string[])[] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => head.every((column, index) => cellsOf(line)[index] === column))
  if (start === -1) throw new Error(`no table with the columns ${head.join(', ')}`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end === -1 ? undefined : end).map(cellsOf)
}

function cellsOf(line: string): readonly string[] {
  return line.startsWith('|')
    ? line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim())
    : []
}

/** The texts in backticks. */
export function quoted(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner)
}
