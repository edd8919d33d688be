/** Runs the compiler on files of its own, as a project that uses the client would. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

export interface Compiled {
  /** One line for each. */
  readonly errors: readonly string[]
  /** Of the compiler's own making: how many types it had to think of, and how often one was made from another. */
  readonly types: number
  readonly instantiations: number
}

/** As strict as they come, in a browser: nothing of Node is known. */
export const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'ESNext.AsyncIterable', 'DOM', 'DOM.AsyncIterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  // Those of the compiler itself, most of its work here.
  skipDefaultLibCheck: true,
  paths: { 'lectern/client': [join(ROOT, 'src/client/index.ts')] },
}

/** `files`: by name; `existing`: paths from the root of the repository, compiled with them. */
export function compile(
  files: Readonly<Record<string, string>>,
  existing: readonly string[] = [],
  more: Readonly<Record<string, unknown>> = {},
): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const config = {
      compilerOptions: { ...OPTIONS, ...more },
      files: [...Object.keys(files), ...existing.map((path) => join(ROOT, path))],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout, stderr } = spawnSync(process.execPath, [TSC, '-p', folder, '--extendedDiagnostics'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return readOutput(`${stdout}\n${stderr}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOutput(output: string): Compiled {
  const count = (name: string) => {
    const text = new RegExp(`^${name}:\\s+([\\d,]+)$`, 'm').exec(output)?.[1]
    if (text === undefined) throw new Error(`the compiler does not say how many ${name}: ${output.slice(0, 2000)}`)
    return Number(text.replaceAll(',', ''))
  }
  const errors = output.split('\n').filter((line) => /(?:^|: )error TS\d+/.test(line))
  return { errors, types: count('Types'), instantiations: count('Instantiations') }
}
