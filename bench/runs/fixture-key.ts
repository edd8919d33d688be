import { readFileSync } from 'node:fs'
import { fromRoot } from '../project-root.ts'

/** One of the API tokens of the fixture. */
export const fixtureKey = (name: 'read-only' | 'full-access'): string =>
  (JSON.parse(readFileSync(fromRoot('test', 'fixtures', 'tokens.json'), 'utf8')) as Record<string, string>)[name] ?? ''
