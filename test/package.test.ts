/** The content of the package that `npm run build` and `npm pack` make. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lectern-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

interface Entrances {
  readonly exports: Readonly<Record<string, { readonly types: string }>>
  readonly types?: string
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const contentOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const IMPORTS =
  /^(?:import|export) [\w*{][^'"=();]*from ['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm

/** Those that a module imports, without the parts of Node. */
function packagesIn(code: string): readonly string[] {
  return [...code.matchAll(IMPORTS)].flatMap(([statement, ...found]) => {
    const path = found.find((one) => one !== undefined) ?? ''
    if (statement.startsWith('import type') || path.startsWith('.') || isBuiltin(path)) return []
    return path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/')
  })
}

describe('the package', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: ROOT, encoding: 'utf8' }),
  ) as [{ readonly files: readonly { readonly path: string }[] }]
  const paths = packed.files.map(({ path }) => path)

  it('has its license, its program, its pages and its example', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/cli/main.js', 'dist/index.d.ts', 'dist/client/index.d.ts']),
    )
    expect(paths).toEqual(expect.arrayContaining(['docs/getting-started.md', 'CHANGELOG.md', 'SECURITY.md']))
  })

  it('loads no package but those that are installed with it', () => {
    const { dependencies } = JSON.parse(contentOf('package.json')) as Packages
    const scripts = paths.filter((path) => /^dist\/(cli\/[^/]+|index)\.js$/.test(path))
    const loaded = scripts.flatMap((path) => packagesIn(contentOf(path)))
    expect(loaded).toContain('pg')
    expect(loaded.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  })

  it('has the licenses of the packages that it contains', () => {
    const { dependencies, devDependencies } = JSON.parse(contentOf('package.json')) as Packages
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => packagesIn(contentOf(join('src', path))))
    const contained = new Set(sources.filter((name) => !Object.hasOwn(dependencies, name)))
    expect(contained).toContain('qs')
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining([...contained]))
    const headings = contentOf('dist/LICENSES.txt').split('\n')
    // Their dependencies are contained as well.
    expect(headings).toEqual(expect.arrayContaining([...contained, 'side-channel', 'sonic-boom']))
    expect(headings.filter((line) => /permission is hereby granted/i.test(line)).length).toBeGreaterThan(40)
  })

  it('declares nothing that its exports do not lead to', () => {
    const declared = paths.filter((path) => path.endsWith('.d.ts'))
    expect(declared.filter((path) => /^dist\/(answer|cli|http|respond|store|validate)\//.test(path))).toEqual([])
    expect(declared.length).toBeLessThan(120)
  })

  it('shows its declarations to compilers that do not read exports: moduleResolution node', () => {
    const { exports, types, typesVersions } = JSON.parse(contentOf('package.json')) as Entrances
    const { '.': main, ...below } = exports
    expect(types).toBe(main?.types)
    const expected = Object.entries(below).map(([path, entrance]) => [path.replace('./', ''), [entrance.types]])
    expect(typesVersions['*']).toEqual(Object.fromEntries(expected))
  })

  it('declares nothing in terms of another package, whose types a program need not have', () => {
    const named = paths
      .filter((path) => path.endsWith('.d.ts'))
      .flatMap((path) =>
        [...contentOf(path).matchAll(/^(?:import|export|}).* from ['"]([^.'"][^'"]*)['"]/gm)].map(([, name]) => name),
      )
    expect(named.filter((name) => name?.startsWith('node:') !== true)).toEqual([])
  })

  it('is complete for the compiler: its declarations lead to no file that is missing', () => {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'NodeNext',
          target: 'ES2023',
          lib: ['ES2023', 'DOM'],
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
        files: [join(ROOT, 'dist/index.d.ts'), join(ROOT, 'dist/client/index.d.ts')],
      }),
    )
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    let output = ''
    try {
      execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    } catch (error) {
      output = String((error as { readonly stdout?: unknown }).stdout)
    }
    expect(output.split('\n').filter((line) => line.includes('TS2307'))).toEqual([])
  })
})
