import { expect, it } from 'vitest'
import { schemaOf } from '../../test/support/schema-of.ts'
import { READS_ALL } from '../access/caller.ts'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import type { RestSettings } from '../config/settings.ts'
import { runTool } from './run-tool.ts'

it('does not look into a response of many megabytes, which all other requests would have to wait for', async () => {
  const schema = schemaOf({ types: { note: { text: { type: 'string' }, about: { type: 'richtext' } } } })
  const rest: Pick<RestSettings, 'prefix' | 'maxLimit'> = { prefix: '/api', maxLimit: 100 }
  const site = {
    view: { schema, caller: READS_ALL },
    rest: rest as RestSettings,
    limits: DEFAULT_LIMITS,
    version: '1',
    // Not JSON: what parsed it would fail.
    read: async () => 'x'.repeat(5_000_000),
  }
  const result = await runTool('find', { type: 'notes', query: { populate: { a: true } } }, site)
  expect(result).toMatchObject({ isError: true })
  expect(result.content[0]?.text).toContain('longer than 32768 characters: it has 5000000 characters')
})
