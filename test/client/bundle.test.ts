/** The code for browsers: only the client, and little of it. */

import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { root } from '../docs/example-site.ts'

it('needs neither Node nor any package, and is small', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: root('src/client/index.ts'), formats: ['es'] },
      rollupOptions: { external: () => false },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built')
  const [chunk, ...others] = bundle.output
  expect(others).toEqual([])
  expect(chunk.imports).toEqual([])
  expect(Object.keys(chunk.modules).filter((id) => !id.startsWith(root('src/client/')))).toEqual([])
  expect(chunk.code).not.toMatch(/node:|\bprocess\b|\brequire\b|\bBuffer\b/)
  expect(gzipSync(chunk.code).length).toBeLessThan(5_600)
})
