/** The source as text: its files, and what each imports. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** From `src/`, with slashes: `sql/compile-read.ts`. */
  readonly path: string
  readonly text: string
  /** Files of `src/` that it imports, as paths from `src/`. */
  readonly imports: readonly string[]
  /** Everything else that it imports. */
  readonly packages: readonly string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

/** Without tests, which may import what they like. */
export function sourceFiles(): readonly SourceFile[] {
  const src = join(ROOT, 'src')
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(src, path), 'utf8')))
}

function sourceFile(path: string, text: string): SourceFile {
  const specifiers = [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
  const isOwn = (specifier: string) => specifier.startsWith('.')
  return {
    path,
    text,
    imports: specifiers.filter(isOwn).map((specifier) => posix.join(dirname(path), specifier)),
    packages: specifiers.filter((specifier) => !isOwn(specifier)),
  }
}

/** The first folder under `src/`; null for the files directly in it. */
export function folderOf(path: string): string | null {
  const slash = path.indexOf('/')
  return slash === -1 ? null : path.slice(0, slash)
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Some way that leads back to where it began; null when there is none. */
export function cycleIn(graph: Graph): readonly string[] | null {
  const done = new Set<string>()
  const visit = (node: string, way: readonly string[]): readonly string[] | null => {
    const seenAt = way.indexOf(node)
    if (seenAt !== -1) return [...way.slice(seenAt), node]
    if (done.has(node)) return null
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...way, node])
      if (cycle !== null) return cycle
    }
    done.add(node)
    return null
  }
  for (const node of graph.keys()) {
    const cycle = visit(node, [])
    if (cycle !== null) return cycle
  }
  return null
}
