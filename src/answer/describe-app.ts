/** The API of an open project, described for one caller. */

import type { Caller } from '../access/caller.ts'
import type { Settings } from '../config/settings.ts'
import { packageVersion } from '../config/version.ts'
import { describeApi } from '../openapi/describe-api.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { App } from './app.ts'

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

/** For a description in a file: with the configured URL. */
export function knownServers({ url, host, port }: Settings): OpenApiDocument['servers'] {
  if (url !== null) return [{ url, description: 'As config/server names it' }]
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return [{ url: `http://${name}:${port}`, description: 'This machine' }]
}

/** For clients of this server: they used another URL to get here, so that comes first. */
export function ownServers({ url }: Settings): OpenApiDocument['servers'] {
  const own = { url: '/', description: 'This server' }
  return url === null ? [own] : [own, { url, description: 'As config/server names it' }]
}
