/** Rows of cells → lines in which cells of a column stand below one another. */
export function tableLines(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map(onOneLine))
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Control characters in names from the database are replaced: they would control the terminal, and a line break could pass
 * for another line of ours.
 */
export function onOneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')
}
