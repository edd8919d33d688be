/**
 * Revisions of a database that may fail over to another server, where the same number means something else. Each
 * revision is prefixed with the epoch it was read in.
 */

import { type Database, renamed, type TableRevisions } from '../execute/database.ts'

export function withEpochs(database: Database, epoch: () => string): Database {
  /** The result of the work, and a way to name revisions if all of it happened in one epoch. */
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
