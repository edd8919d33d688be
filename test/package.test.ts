/** What is in the package, as `npm run build` and `npm pack` make it. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lectern-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  it('declares nothing that its exports do not lead to', () => {
    const declared = paths.filter((path) => path.endsWith('.d.ts'))
    expect(declared.filter((path) => /^dist\/(answer|cli|http|respond|store|validate)\//.test(path))).toEqual([])
    expect(declared.length).toBeLessThan(120)
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
