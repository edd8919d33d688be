/** The connection was lost during a commit: the database has either all of the transaction or nothing. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('Connection terminated during the commit, which may have succeeded', { cause })
    this.name = 'CommitUnknown'
  }
}

/** Whether `transaction` failed with this error. If so, the files of the written rows must not be removed. */
export function mayBeCommitted(error: unknown): boolean {
  return error instanceof Error && (error instanceof CommitUnknown || mayBeCommitted(error.cause))
}
