import Database from 'better-sqlite3'
import { type Link, MODELS, type Model } from './models.ts'
import type { Row } from './rows.ts'
import { fromColumn } from './values.ts'

export type Tables = ReadonlyMap<string, ReadonlyMap<number, Row>>

type Select = (sql: string, ...values: readonly unknown[]) => readonly Record<string, unknown>[]

const column = (attribute: string): string =>
  attribute
    .replace(/([a-z])([A-Z0-9])/g, '$1_$2')
    .replace(/([0-9])([A-Za-z])/g, '$1_$2')
    .toLowerCase()

const loadRows = (select: Select, model: Model): Map<number, Row> => {
  const toRow = (record: Record<string, unknown>): Row => ({
    model,
    id: Number(record.id),
    values: Object.fromEntries(
      Object.entries(model.scalars).map(([name, kind]) => [name, fromColumn(kind, record[column(name)])]),
    ),
    linked: {},
  })
  return new Map(
    select(`select * from "${model.table}" order by id`)
      .map(toRow)
      .map((row) => [row.id, row]),
  )
}

/** Each record: the id on this side (`a`), the id on the other side (`b`) and the model there (`uid`), in order. */
const pairsOf = (select: Select, model: Model, name: string, link: Link): readonly Record<string, unknown>[] => {
  if (link.kind === 'relation') {
    const order = link.order === undefined ? '' : `"${link.order}",`
    return select(`select ${link.from} a, ${link.to} b, ? uid from "${link.table}" order by ${order} id`, link.target)
  }
  if (link.kind === 'media') {
    return select(
      `select related_id a, file_id b, ? uid from files_related_mph where related_type = ? and field = ? order by "order", id`,
      link.target,
      model.uid,
      name,
    )
  }
  if (link.kind === 'localizations') {
    return select(
      `select t.id a, o.id b, ? uid from "${model.table}" t join "${model.table}" o on o.document_id = t.document_id and o.id <> t.id order by o.id`,
      model.uid,
    )
  }
  if (link.kind === 'morph') {
    return link.many
      ? select(`select comment_id a, mentions_id b, mentions_type uid from comments_mentions_mph order by "order", id`)
      : select(`select id a, target_id b, target_type uid from comments where target_id is not null`)
  }
  return select(
    `select entity_id a, cmp_id b, component_type uid from "${model.table}_cmps" where field = ? order by "order", id`,
    name,
  )
}

const connect = (select: Select, tables: Tables, model: Model): void => {
  for (const [name, link] of Object.entries(model.links)) {
    for (const { a, b, uid } of pairsOf(select, model, name, link)) {
      const from = tables.get(model.uid)?.get(Number(a))
      const to = tables.get(String(uid))?.get(Number(b))
      if (from === undefined || to === undefined) continue
      const linked = from.linked[name] ?? []
      linked.push(to)
      from.linked[name] = linked
    }
  }
}

/** The whole fixture as plain objects that point at each other. */
export const loadTables = (file: string): Tables => {
  const database = new Database(file, { readonly: true })
  const select: Select = (sql, ...values) =>
    database
      .prepare(sql)
      .safeIntegers(true)
      .all(...values) as Record<string, unknown>[]
  const tables = new Map([...MODELS.values()].map((model) => [model.uid, loadRows(select, model)]))
  for (const model of MODELS.values()) connect(select, tables, model)
  database.close()
  return tables
}
