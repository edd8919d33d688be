/** A path with slashes, as messages and UIDs have it, on Windows too. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
