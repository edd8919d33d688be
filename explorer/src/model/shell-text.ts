/** A text that a shell takes as it is. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
