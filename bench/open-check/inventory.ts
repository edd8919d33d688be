import type { BenchDatabases } from '../database/bench-databases.ts'

export type Inventory = { readonly rows: ReadonlyMap<string, number>; readonly indexes: ReadonlySet<string> }

export const inventoryOf = async (databases: BenchDatabases, database: string): Promise<Inventory> => {
  const rows = new Map<string, number>()
  for (const table of await databases.tableNames(database)) rows.set(table, await databases.countRows(database, table))
  return { rows, indexes: await databases.indexNames(database) }
}

/** The changes made by a start, except for bookkeeping: settings, permissions, revisions. */
export const lossesBetween = (before: Inventory, after: Inventory): readonly string[] => {
  const own = /^(strapi_|admin_|up_|lectern_)/
  const tables = [...before.rows].flatMap(([table, count]) => {
    const now = after.rows.get(table)
    if (now === undefined) return [`the table ${table} is gone`]
    return now === count || own.test(table) ? [] : [`${table} had ${count} rows and has ${now}`]
  })
  const indexes = [...before.indexes].filter((name) => !after.indexes.has(name))
  return [...tables, ...indexes.map((name) => `the index ${name} is gone`)]
}
