/** The code of an error of Node, of the operating system or of a driver, such as `ENOENT` or `42P01`. */

/** Empty where it has none. Errors of another context (`node:vm`) are not an `Error` of this one. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
