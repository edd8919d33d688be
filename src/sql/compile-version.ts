/** Whether another version of the same document is there. */

import type { Condition } from '../plan/read-plan.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, rowsOf, type Sql, sql } from './sql.ts'

type VersionCondition = Extract<Condition, { kind: 'version' }>

const UPDATED = { after: sql`>`, notAfter: sql`<=`, before: sql`<`, notBefore: sql`>=` }

export function compileVersion({ version, exists }: VersionCondition, own: string, scope: Scope): Sql {
  const other = scope.alias()
  const same = (name: string): Sql => sql`${column(other, name)} = ${column(own, name)}`
  const both = (name: string): Sql => sql`${column(other, name)} is null and ${column(own, name)} is null`
  const published = column(other, 'published_at')
  const updated = version.updated === null ? null : UPDATED[version.updated]
  const where = [
    same('document_id'),
    version.published ? sql`${published} is not null` : sql`${published} is null`,
    // Types without locales have none in either row.
    ...(version.sameLocale ? [sql`(${same('locale')} or (${both('locale')}))`] : []),
    ...(updated === null ? [] : [sql`${column(own, 'updated_at')} ${updated} ${column(other, 'updated_at')}`]),
  ]
  const found = sql`exists (select 1 from ${rowsOf(version.table)} as ${alias(other)} where ${join(where, ' and ')})`
  return exists ? found : sql`not ${found}`
}
