/** Whether the server runs on the same machine as this process, and so shares its processors. */

import { networkInterfaces } from 'node:os'
import pg from 'pg'
import type { ServerAddress } from './connection-options.ts'

/** With several servers, all must. A host name that needs DNS counts as another machine. */
export function isOnThisMachine({ candidates, options }: ServerAddress): boolean {
  // The driver knows the default host.
  const hosts = candidates?.map(({ host }) => host) ?? [new pg.Client(options).host]
  const own = new Set(Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(nameOf)))
  return hosts.every((host) => host.startsWith('/') || host === 'localhost' || own.has(host))
}

const nameOf = ({ address }: { readonly address: string }): string => address
