import { expect, it } from 'vitest'
import { schemaOf } from '../../../test/support/schema-of.ts'
import { sqliteDialect } from '../../dialects/sqlite/dialect.ts'
import { modelOf } from '../../schema/schema.ts'
import { tablesFromSchema } from '../../tables/tables-from-schema.ts'
import type { Store } from '../store.ts'
import { linkedTo } from './linked-documents.ts'

it('follows a limited number of paths through components that contain one another', () => {
  const uids = Array.from({ length: 12 }, (_, index) => `part.p${index}`)
  const componentsAfter = (index: number) =>
    uids.slice(index + 1).map((uid) => [uid.replace('.', ''), { type: 'component', component: uid }])
  const schema = schemaOf({
    types: { page: { zone: { type: 'dynamiczone', components: uids } } },
    components: Object.fromEntries(
      uids.map((uid, index) => [
        uid,
        {
          one: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
          ...Object.fromEntries(componentsAfter(index)),
        },
      ]),
    ),
  })
  const type = modelOf(schema, 'api::page.page')
  if (type.kind === 'component') throw new Error('a page is no component')
  const store = { schema, tables: tablesFromSchema(schema), dialect: sqliteDialect } as unknown as Store
  const found = linkedTo(store, { type, documentId: 'a' })
  expect(found.length).toBeGreaterThanOrEqual(uids.length)
  expect(found.length).toBeLessThanOrEqual(100)
})
