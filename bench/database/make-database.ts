import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fixtureDatabase, fromRoot } from '../project-root.ts'
import { makeScaledDatabase } from './scaled-database.ts'

const { values } = parseArgs({ options: { scale: { type: 'string', default: '400' }, out: { type: 'string' } } })

const out = resolve(values.out ?? fromRoot('bench', 'data', `magazine-${values.scale}.sqlite`))
const started = performance.now()
const log = (line: string): void => console.log(`${((performance.now() - started) / 1000).toFixed(1)} s  ${line}`)

try {
  const made = makeScaledDatabase({ source: fixtureDatabase, out, scale: Number(values.scale), log })
  log(made ? `made ${out}` : `${out} already has scale ${values.scale}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
