/** The API of an open project, described for one caller, and the page that shows it. */

import { fileURLToPath } from 'node:url'
import type { Caller } from './access/caller.ts'
import { rightsKey } from './access/rights-key.ts'
import type { App } from './app.ts'
import type { Settings } from './config/settings.ts'
import { createFresh } from './execute/fresh.ts'
import { describeApi } from './openapi/describe-api.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { createPage, type ServePage } from './pages/serve-page.ts'
import { packageVersion } from './version.ts'

/** Characters of all descriptions that are kept. */
const MOST_TEXT = 16 * 1024 * 1024

export interface Docs {
  readonly page: ServePage
  /** The description for a caller, as a text; `describe` is asked once for all who may do the same. */
  text(caller: Caller, describe: () => OpenApiDocument): Promise<string>
}

/** The build puts the page there; seen from the sources and from what is built, it is the same place. */
const PAGE = fileURLToPath(new URL('../dist/public/docs/', import.meta.url))

export function createDocs(): Docs {
  // The schema does not change while the server runs.
  const texts = createFresh<string>(() => 0, { most: MOST_TEXT, weigh: (text, key) => text.length + key.length })
  return {
    page: createPage(PAGE),
    text: async (caller, describe) => {
      const text = await texts.get(rightsKey(caller), async () => JSON.stringify(describe()))
      return text ?? ''
    },
  }
}

export function describeApp(app: App, caller: Caller, servers: OpenApiDocument['servers']): OpenApiDocument {
  return describeApi({
    view: { schema: app.schema, caller },
    rest: app.settings.rest,
    writable: app.writer !== null,
    users: app.login !== null,
    version: packageVersion(),
    servers,
  })
}

/** For whoever reads the description elsewhere. */
export function knownServers({ url, host, port }: Settings): OpenApiDocument['servers'] {
  if (url !== null) return [{ url, description: 'As config/server names it' }]
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return [{ url: `http://${name}:${port}`, description: 'This machine' }]
}

/** For whoever got it from the server itself: the server that they asked comes first. */
export function ownServers({ url }: Settings): OpenApiDocument['servers'] {
  const own = { url: '/', description: 'This server' }
  return url === null ? [own] : [own, { url, description: 'As config/server names it' }]
}
