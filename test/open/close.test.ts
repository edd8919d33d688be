/** Mistakes of programs that open a project: closing it twice, as by a handler of signals and at the end, and others. */

import { expect, it } from 'vitest'
import { type OpenOptions, openProject } from '../../src/index.ts'
import { DATABASES, openSite } from '../writes/site.ts'

it.each(DATABASES)('closes once, and every caller waits for it, on %s', async (kind) => {
  const { lectern, close } = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } } })
  await lectern.listen({ port: 0 })
  await Promise.all([lectern.close(), lectern.close()])
  await expect(lectern.close()).resolves.toBeUndefined()
  await expect(lectern.listen({ port: 0 })).rejects.toThrow('The project is closed')
  await close()
})

it('says that the folder of the project is missing', async () => {
  const options: unknown = './my-project'
  await expect(openProject(options as OpenOptions)).rejects.toThrow("as in { project: './my-project' }")
})
