/** The source as text: its files, and what each imports. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** From `src/`, with slashes: `sql/compile-read.ts`, `../bench/run.ts`. */
  readonly path: string
  readonly text: string
  /** Files of the repository that it imports, as paths from `src/`. */
  readonly imports: readonly string[]
  /** Everything else that it imports. */
  readonly packages: readonly string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

const SRC = join(ROOT, 'src')

/** Our own files that import `src/`. */
const BESIDE = ['../bench', '../explorer'] as const

/** Without tests, which may import what they like. */
export function sourceFiles(): readonly SourceFile[] {
  return filesIn('.')
}

/** Those of `src/`, and the programs beside it. */
export function allSourceFiles(): readonly SourceFile[] {
  return ['.', ...BESIDE].flatMap(filesIn)
}

function filesIn(folder: string): readonly SourceFile[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/^dist\/|node_modules\//.test(path))
    .sort()
    .map((path) => sourceFile(posix.join(folder, path), readFileSync(join(SRC, folder, path), 'utf8')))
}

function sourceFile(path: string, text: string): SourceFile {
  const specifiers = [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
  const isOwn = (specifier: string) => specifier.startsWith('.')
  return {
    path,
    text,
    imports: specifiers
      .filter(isOwn)
      .filter(isCode)
      .map((specifier) => fromSrc(posix.join(dirname(path), specifier))),
    packages: specifiers.filter((specifier) => !isOwn(specifier)),
  }
}

const isCode = (specifier: string) => !specifier.endsWith('.css')

/** A file beside `src/` imports one of it by way of the folder that both are in. */
const fromSrc = (path: string) => path.replace(/^\.\.\/src\//, '')

/** The first folder under `src/`, or the one beside it; a file directly in `src/` stands for itself. */
export function folderOf(path: string): string {
  return /^(?:\.\.\/)?[^/]+/.exec(path)?.[0] ?? path
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** A cycle in the graph; null if there is none. */
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
