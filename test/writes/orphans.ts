/** Rows that belong to nothing: components nobody has, places of components that are not there, links to nowhere. */

import type { Site, SiteSpec } from './site.ts'

interface Tables {
  /** By UID. */
  readonly content: ReadonlyMap<string, string>
  readonly components: ReadonlyMap<string, string>
}

function tablesOf({ types, components = {} }: SiteSpec): Tables {
  return {
    content: new Map(Object.keys(types).map((name) => [`api::${name}.${name}`, `${name}s`])),
    components: new Map(Object.keys(components).map((uid) => [uid, `components_${uid.replace('.', '_')}s`])),
  }
}

async function allTables(site: Pick<Site, 'database' | 'sql'>): Promise<readonly string[]> {
  const list = site.database.includes('://')
    ? `select table_name from information_schema.tables where table_schema = 'public'`
    : `select name from sqlite_master where type = 'table'`
  return (await site.sql(list)).flat().map(String)
}

/** Sentences about what should not be. */
export async function orphansIn(site: Pick<Site, 'database' | 'sql'>, spec: SiteSpec): Promise<readonly string[]> {
  const { content, components } = tablesOf(spec)
  const all = await allTables(site)
  const places = all.filter((table) => table.endsWith('_cmps'))
  const found: string[] = []
  const report = async (what: string, query: string) => {
    const rows = await site.sql(query)
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows)}`)
  }
  for (const [uid, table] of components) {
    const placed = places
      .map((name) => `select cmp_id from "${name}" where component_type = '${uid}'`)
      .join(' union all ')
    await report(`${uid} without a place`, `select id from "${table}" where id not in (${placed})`)
    await report(`${uid} in two places`, `select cmp_id from (${placed}) as p group by cmp_id having count(*) > 1`)
    for (const name of places) {
      await report(
        `place in ${name} without its ${uid}`,
        `select * from "${name}" where component_type = '${uid}' and cmp_id not in (select id from "${table}")`,
      )
    }
  }
  for (const [uid, table] of [...content, ...components]) {
    await report(
      `file of no ${uid}`,
      `select * from files_related_mph where related_type = '${uid}' and related_id not in (select id from "${table}")`,
    )
  }
  if (!site.database.includes('://')) await report('broken foreign keys', 'pragma foreign_key_check')
  for (const table of content.values()) {
    await report(
      `two rows for one version in ${table}`,
      `select document_id, locale, published_at is null from "${table}" group by 1, 2, 3 having count(*) > 1`,
    )
  }
  return found
}

/** Tables of the project's content that are not empty. */
export async function leftIn(site: Pick<Site, 'database' | 'sql'>, spec: SiteSpec): Promise<readonly string[]> {
  const { content, components } = tablesOf(spec)
  const own = [...content.values(), ...components.values()]
  const isOwn = (table: string) =>
    table === 'files_related_mph' ||
    own.some((name) => table === name || (table.startsWith(`${name}_`) && /_(?:lnk|cmps|mph)$/.test(table)))
  const left: string[] = []
  for (const table of (await allTables(site)).filter(isOwn)) {
    if ((await site.sql(`select 1 from "${table}" limit 1`)).length > 0) left.push(table)
  }
  return left
}
