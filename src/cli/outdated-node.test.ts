import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { OLDEST_NODE, outdatedNode } from './outdated-node.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

it.each(['18.20.8', '20.18.3', '16.0.0'])('says which Node is needed instead of %s', (version) => {
  expect(outdatedNode(version)).toContain(`needs Node ${OLDEST_NODE} or later, and this is Node ${version}`)
})

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('accepts %s', (version) => {
  expect(outdatedNode(version)).toBeNull()
})

it('asks for the Node that package.json asks for', () => {
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${OLDEST_NODE}`)
})

it('is the only module that the program imports before the check', () => {
  const imported = [...read('src/cli/main.ts').matchAll(/^import .*'(.+)'$/gm)].map(([, path]) => path)
  expect(imported).toEqual(['./outdated-node.ts'])
  expect(read('src/cli/outdated-node.ts')).not.toMatch(/^import /m)
})
