/** Orphaned rows: components without an owner, places of missing components, links to missing rows. */

import type { Site, SiteSpec } from './site.ts'
import { tableOfComponent, tableOfType } from './site-files.ts'

interface Tables {
  /** By UID. */
  readonly content: ReadonlyMap<string, string>
  readonly components: ReadonlyMap<string, string>
}

function tablesOf(spec: SiteSpec): Tables {
  const { types, components = {} } = spec
  return {
    content: new Map(Object.keys(types).map((name) => [`api::${name}.${name}`, tableOfType(spec, name)])),
    components: new Map(Object.keys(components).map((uid) => [uid, tableOfComponent(spec, uid)])),
  }
}

async function allTables(site: Pick<Site, 'database' | 'sql'>): Promise<readonly string[]> {
  const list = site.database.includes('://')
    ? `select table_name from information_schema.tables where table_schema = 'public'`
    : `select name from sqlite_master where type = 'table'`
  return (await site.sql(list)).flat().map(String)
}

interface Check {
  readonly what: string
  /** Finds what should not be. */
  readonly query: string
}

/** Sentences about what should not be. */
export async function orphansIn(site: Pick<Site, 'database' | 'sql'>, spec: SiteSpec): Promise<readonly string[]> {
  const places = (await allTables(site)).filter((table) => table.endsWith('_cmps'))
  const checks = checksOf(tablesOf(spec), places, site.database.includes('://'))
  // One statement for all: most of the time there is nothing to report.
  const broken = await site.sql(
    checks.map(({ query }, at) => `select ${at} as broken where exists (${query})`).join(' union all '),
  )
  const found: string[] = []
  for (const { what, query } of broken.flatMap(([at]) => checks[Number(at)] ?? [])) {
    found.push(`${what}: ${JSON.stringify(await site.sql(query))}`)
  }
  return found
}

function checksOf({ content, components }: Tables, places: readonly string[], isServer: boolean): readonly Check[] {
  const checks: Check[] = []
  for (const [uid, table] of components) {
    const placed = places
      .map((name) => `select cmp_id from "${name}" where component_type = '${uid}'`)
      .join(' union all ')
    checks.push(
      { what: `${uid} without a place`, query: `select id from "${table}" where id not in (${placed})` },
      {
        what: `${uid} in two places`,
        query: `select cmp_id from (${placed}) as p group by cmp_id having count(*) > 1`,
      },
    )
    for (const name of places) {
      checks.push({
        what: `place in ${name} without its ${uid}`,
        query: `select * from "${name}" where component_type = '${uid}' and cmp_id not in (select id from "${table}")`,
      })
    }
  }
  for (const [uid, table] of [...content, ...components]) {
    checks.push({
      what: `file of no ${uid}`,
      query: `select * from files_related_mph where related_type = '${uid}' and related_id not in (select id from "${table}")`,
    })
  }
  if (!isServer) checks.push({ what: 'broken foreign keys', query: 'select * from pragma_foreign_key_check' })
  for (const table of content.values()) {
    checks.push({
      what: `two rows for one version in ${table}`,
      query: `select document_id, locale, published_at is null from "${table}" group by 1, 2, 3 having count(*) > 1`,
    })
  }
  return checks
}

/** Tables of the project's content that are not empty. */
export async function leftIn(site: Pick<Site, 'database' | 'sql'>, spec: SiteSpec): Promise<readonly string[]> {
  const { content, components } = tablesOf(spec)
  const own = [...content.values(), ...components.values()]
  const isOwn = (table: string) =>
    table === 'files_related_mph' ||
    own.some((name) => table === name || (table.startsWith(`${name}_`) && /_(?:lnk|cmps|mph)$/.test(table)))
  const tables = (await allTables(site)).filter(isOwn)
  const filled = await site.sql(
    tables.map((table) => `select '${table}' as filled where exists (select 1 from "${table}")`).join(' union all '),
  )
  return filled.flat().map(String)
}
