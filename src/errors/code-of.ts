/** The code of an error of Node, of the operating system or of a driver, such as `ENOENT` or `42P01`. */

/**
 * Empty if the error has no code. Not `instanceof`, since errors of another context (`node:vm`) are not instances of
 * this `Error`.
 */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
