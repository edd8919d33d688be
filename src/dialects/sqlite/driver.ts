/**
 * The SQLite driver, in the version for this Node. Version 13 needs Node-API 10. Version 12 is for older ones: compiled for
 * Node 24.19 or later, it ends the process when the garbage collector runs between two callbacks and finds a statement that
 * is no longer used. Not 13.1: its SQLite 3.54 takes JSON that comes from a subquery for text, so that a populated list would
 * be a string.
 */

import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

export const NODE_API_OF_13 = 10

/** Names in package.json. npm leaves out the first where Node is too old for it, and goes on where the other cannot be built. */
export const DRIVERS = ['better-sqlite3-13', 'better-sqlite3'] as const

const load = createRequire(import.meta.url)

export const driver = driverFor(process.versions.napi, isUsable)

export const Sqlite: typeof BetterSqlite3 = loadDriver()

/** Where it is missing, that is said when a file is opened: a project on PostgreSQL needs no SQLite. */
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

/** `nodeApi`: the version that Node says it has. */
export function driverFor(nodeApi: string | undefined, canOpen: (name: string) => boolean): string {
  const [recent, older] = DRIVERS
  return Number(nodeApi) >= NODE_API_OF_13 && canOpen(recent) ? recent : older
}

/** It may not be installed, or have no compiled part for this system. */
function isUsable(name: string): boolean {
  try {
    const Driver = load(name) as typeof BetterSqlite3
    new Driver(':memory:').close()
    return true
  } catch {
    return false
  }
}
