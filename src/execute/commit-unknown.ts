/** The connection was lost while a transaction was committed: the database has all of it, or nothing. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('Connection terminated during the commit, which may have succeeded', { cause })
    this.name = 'CommitUnknown'
  }
}

/** Whether `transaction` failed with it. Files of the written rows must not be removed then. */
export function mayBeCommitted(error: unknown): boolean {
  return error instanceof Error && (error instanceof CommitUnknown || mayBeCommitted(error.cause))
}
