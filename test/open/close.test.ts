/** A project that is closed more than once, as by a handler of signals and by the end of a program. */

import { expect, it } from 'vitest'
import { DATABASES, openSite } from '../writes/site.ts'

it.each(DATABASES)('closes once, and every caller waits for it, on %s', async (kind) => {
  const { lectern, close } = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } } })
  await lectern.listen({ port: 0 })
  await Promise.all([lectern.close(), lectern.close()])
  await expect(lectern.close()).resolves.toBeUndefined()
  await close()
})
