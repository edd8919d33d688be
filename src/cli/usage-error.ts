/** The command line, or an environment variable in its place, is not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
