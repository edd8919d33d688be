/**
 * Makes revisions unique across failover, since on another server the same number means another state. Each revision is
 * prefixed with the epoch in which it was read.
 */

import { type Database, renamed, type TableRevisions } from '../execute/database.ts'

export function withEpochs(database: Database, epoch: () => string): Database {
  /**
   * Runs `work`, and returns a function that prefixes its revision. That gives null if a failover happened meanwhile.
   */
  async function during<T>(work: () => Promise<T>): Promise<readonly [T, (revision: string) => string | null]> {
    const before = epoch()
    const result = await work()
    const stayed = epoch() === before
    return [result, (revision) => (stayed ? `${before} ${revision}` : null)]
  }

  return {
    ...database,
    read: async (...args) => {
      const [{ rows, revision }, withEpoch] = await during(() => database.read(...args))
      return { rows, revision: revision === null ? null : withEpoch(revision) }
    },
    revision: async () => {
      const [revision, withEpoch] = await during(() => database.revision())
      return revision === null ? null : withEpoch(revision)
    },
    tableRevisions: async () => {
      const [found, withEpoch] = await during(() => database.tableRevisions())
      return found === null ? null : named(found, withEpoch)
    },
  }
}

function named(found: TableRevisions, withEpoch: (revision: string) => string | null): TableRevisions | null {
  const revision = withEpoch(found.revision)
  return revision === null ? null : { ...renamed(found, withEpoch), revision }
}
