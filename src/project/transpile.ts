import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'

type Jiti = typeof import('jiti')

const TYPESCRIPT = ['.ts', '.mts', '.cts']

/** The text of a TypeScript file or an ES module as a CommonJS module; that of any other file as it is. */
export function transpile(file: string, isModule = TYPESCRIPT.includes(extname(file))): string {
  const source = readFileSync(file, 'utf8')
  if (!isModule && !/^\s*(?:import|export)\b/m.test(source)) return source
  // Most projects are JavaScript: the compiler is loaded with the first file that needs it.
  const { createJiti } = createRequire(import.meta.url)('jiti') as Jiti
  const jiti = createJiti(import.meta.url, { fsCache: false })
  return checked(jiti.transform({ source, filename: file, ts: TYPESCRIPT.includes(extname(file)), async: false }))
}

/** jiti makes a module of what it cannot parse too: one that exports the error. */
const BROKEN = /^exports\.__JITI_ERROR__ = (\{.*\})/

function checked(script: string): string {
  const broken = BROKEN.exec(script)?.[1]
  if (broken === undefined) return script
  const { line, column, message } = JSON.parse(broken) as Readonly<Record<string, string | number>>
  throw new SyntaxError(`${String(message).trim()}: look at line ${line}, column ${column}`)
}
