/**
 * Rows of cells → lines in which cells of a column stand below one another. Control characters in names from the
 * database are replaced, since they would control the terminal.
 */
export function tableLines(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, '\ufffd')))
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
