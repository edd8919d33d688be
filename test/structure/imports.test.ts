import { describe, expect, it } from 'vitest'
import { page, quoted, tableRows } from './pages.ts'
import { allSourceFiles, cycleIn, folderOf, type Graph } from './source-files.ts'

const files = allSourceFiles()
const byFile: Graph = new Map(files.map(({ path, imports }) => [path, new Set(imports)]))

/** Generators of random requests and sites belong to the tests; the benchmark uses them. */
const isTest = (path: string) => folderOf(path) === '../test'

function byFolder(): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const folder = folderOf(path)
    const others = graph.get(folder) ?? new Set<string>()
    for (const imported of imports) others.add(folderOf(imported))
    others.delete(folder)
    graph.set(folder, others)
  }
  return graph
}

describe('imports', () => {
  it('lead to files that exist', () => {
    expect(files.length).toBeGreaterThan(100)
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !byFile.has(imported) && !isTest(imported))
        .map((imported) => `${path} → ${imported}`),
    )
    expect(missing).toEqual([])
  })

  it('of the client from elsewhere are of types, which browsers never load', () => {
    const client = files.filter(({ path }) => folderOf(path) === 'client')
    const outward = client.flatMap(({ text }) => [...text.matchAll(/^.*from '\.\.\/.*$/gm)].map(([line]) => line))
    expect(outward.length).toBeGreaterThan(0)
    expect(outward.filter((line) => !line.startsWith('import type '))).toEqual([])
  })

  it('have no cycle of files', () => {
    expect(cycleIn(byFile)).toBeNull()
  })

  it('have no cycle of folders', () => {
    expect(cycleIn(byFolder())).toBeNull()
  })

  it('are those of the table in docs/architecture.md, no more and no fewer', () => {
    const rows = tableRows(page('architecture.md'), 'Folder', 'May import')
    const allowed = rows.map(([folder = '', others = '']) => [quoted(folder)[0], [...quoted(others)].sort()])
    const actual = [...byFolder()].map(([folder, others]) => [folder, [...others].sort()])
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(allowed))
  })
})

describe('cycleIn', () => {
  it('finds one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(cycleIn(graph)).toEqual(['b', 'c', 'b'])
  })
})
