/** Archives contain webhooks without their secrets: what an import does about those. */

import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { exportProject } from '../../src/operate/export-project.ts'
import { importProject } from '../../src/operate/import-project.ts'
import { DATABASES } from '../support/databases.ts'
import { openWebhookSite, type WebhookSite } from '../webhooks/site.ts'

const SPEC = { types: { note: { attributes: { text: { type: 'string' } } } } }
const BUILD = 'http://127.0.0.1:9/build'
const KEYS = `select w.name, k.secret, k.preset, k.old_secret from strapi_webhooks as w
  left join lectern_webhooks as k on k.webhook_id = w.id order by w.name`

const opened: WebhookSite[] = []
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close()
})

describe.each(DATABASES)('webhooks of an archive, on %s', (kind) => {
  const open = async () => {
    const site = await openWebhookSite(kind, SPEC)
    opened.push(site)
    return site
  }
  const at = ({ folder, database }: WebhookSite) => ({ project: folder, database, env: {} })

  async function exported(): Promise<{ site: WebhookSite; archive: string }> {
    const site = await open()
    await site.create('/api/notes', { text: 'one' })
    await site.add(BUILD, { name: 'build' })
    await site.manage((webhooks) => webhooks.rotate('build'))
    await site.add('http://127.0.0.1:9/purge', { name: 'cdn', preset: 'cache-tags' })
    const archive = join(site.folder, 'site.tar.gz')
    await exportProject({ ...at(site), archive })
    return { site, archive }
  }

  it('keep their secrets and presets where they replace themselves', async () => {
    const { site, archive } = await exported()
    const before = await site.sql(KEYS)
    const imported = await importProject({ ...at(site), archive, replace: true })
    expect(imported).toMatchObject({ unsignedWebhooks: 0 })
    expect(await site.sql(KEYS)).toEqual(before)
    expect(before).toEqual([
      ['build', expect.any(String), null, expect.any(String)],
      ['cdn', expect.any(String), 'cache-tags', null],
    ])
  })

  it('take no secret of a webhook with another URL, and are counted', async () => {
    const { archive } = await exported()
    const other = await open()
    await other.add('http://127.0.0.1:9/elsewhere', { name: 'build' })
    const imported = await importProject({ ...at(other), archive, replace: true })
    expect(imported).toMatchObject({ unsignedWebhooks: 2 })
    expect(await other.sql(KEYS)).toEqual([
      ['build', null, null, null],
      ['cdn', null, null, null],
    ])
  })
})
