/**
 * The SQLite driver in the version for this Node. Version 13 needs Node-API 10; version 12 is for older Nodes. Compiled
 * for Node 24.19 or later, version 12 crashes if the garbage collector frees a statement between two callbacks. Not
 * 13.1: its SQLite 3.54 takes JSON from a subquery for text, so a populated list would be a string.
 */

import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

export const NODE_API_OF_13 = 10

/** Names in package.json. npm skips the first if Node is too old for it, and continues if the other cannot be built. */
export const DRIVERS = ['better-sqlite3-13', 'better-sqlite3'] as const

const load = createRequire(import.meta.url)

export const driver = driverFor(process.versions.napi, isUsable)

export const Sqlite: typeof BetterSqlite3 = loadDriver()

/** A missing driver is reported when a file is opened: a project on PostgreSQL does not need it. */
function loadDriver(): typeof BetterSqlite3 {
  try {
    return load(driver) as typeof BetterSqlite3
  } catch (error) {
    return class {
      constructor() {
        throw error
      }
    } as unknown as typeof BetterSqlite3
  }
}

/** `nodeApi`: the Node-API version that Node reports. */
export function driverFor(nodeApi: string | undefined, canOpen: (name: string) => boolean): string {
  const [recent, older] = DRIVERS
  return Number(nodeApi) >= NODE_API_OF_13 && canOpen(recent) ? recent : older
}

/** The package may be missing, or have no compiled part for this system. */
function isUsable(name: string): boolean {
  try {
    const Driver = load(name) as typeof BetterSqlite3
    new Driver(':memory:').close()
    return true
  } catch {
    return false
  }
}
