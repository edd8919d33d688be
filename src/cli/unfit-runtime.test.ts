import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { OLDEST_NODE, unfitRuntime } from './unfit-runtime.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

it.each(['18.20.8', '20.18.3', '16.0.0'])('names the required Node for %s', (node) => {
  expect(unfitRuntime({ node })).toContain(`needs Node ${OLDEST_NODE} or later, and this is Node ${node}`)
})

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts %s', (node) => {
  expect(unfitRuntime({ node })).toBeNull()
})

it.each([
  [{ node: '26.3.0', bun: '1.4.4' }, 'Bun 1.4.4'],
  [{ node: '26.3.0', deno: '2.9.6' }, 'Deno 2.9.6'],
])('reports that %o is not Node', (versions, name) => {
  expect(unfitRuntime(versions)).toContain(`runs on Node ${OLDEST_NODE} or later, and this is ${name}`)
})

it('requires the same Node as package.json', () => {
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${OLDEST_NODE}`)
})

it('is the only module that the program imports before the check', () => {
  const imported = [...read('src/cli/main.ts').matchAll(/^import .*'(.+)'$/gm)].map(([, path]) => path)
  expect(imported).toEqual(['./unfit-runtime.ts'])
  expect(read('src/cli/unfit-runtime.ts')).not.toMatch(/^import /m)
})
