/** A project that names another place for uploads is told where they go. */

import { expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { openSite } from './site.ts'

const named = (provider: string) => ({ plugins: { upload: { config: { provider } } } })

it.each(DATABASES)('another provider on %s', async (kind) => {
  const site = await openSite(kind, named('aws-s3'))
  expect(site.lectern.notices).toContainEqual(
    expect.stringMatching(/^Uploads are stored in .*uploads: upload\.config\.provider, aws-s3, is not used here\.$/),
  )
  await site.place.remove()
})

it('says nothing about the folder itself', async () => {
  const site = await openSite('SQLite', named('local'))
  expect(site.lectern.notices.join()).not.toContain('provider')
  await site.place.remove()
})
