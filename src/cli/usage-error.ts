/** The command line, or an environment variable in its place, says something we do not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
