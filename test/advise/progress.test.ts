/** Advice on large tables takes minutes, so it reports progress. */

import { expect, it } from 'vitest'
import { adviseProject } from '../../src/operate/advise-project.ts'
import { fixture } from '../support/fixture.ts'

it('reports that tables are copied, then how many statements have been tried', async () => {
  const told: (readonly [string, number])[] = []
  await adviseProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    env: {},
    urls: ['/api/articles?sort=title'],
    onProgress: (stage, done) => void told.push([stage, done]),
  })
  const [first, ...tries] = told
  expect(first).toEqual(['copy', 0])
  expect(tries.length).toBeGreaterThan(2)
  expect(tries).toEqual(tries.map((_, number) => ['try', number]))
})
