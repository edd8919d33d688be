/** Rows of cells → lines with aligned columns. */
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
 * Replaces control characters in names from the database: they could control the terminal, and a line break could fake
 * another line.
 */
export function onOneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')
}
