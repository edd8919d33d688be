/** Custom fields of unknown plugins: the database shows how they are stored. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { askerOf, DATABASES, type Entry, type Json, type Prepared, prepareSite } from '../writes/site.ts'

const VALUES: Readonly<Record<string, unknown>> = {
  string: 'short',
  text: 'long',
  json: { of: ['any', { kind: 1 }] },
  integer: 7,
  biginteger: '9007199254740993',
  float: 1.5,
  decimal: 2.25,
  boolean: true,
  date: '2024-02-29',
  time: '23:59:58.000',
  datetime: '2024-02-29T12:30:00.000Z',
}
const TYPES = Object.keys(VALUES)
const SCHEMA = join('src', 'api', 'thing', 'content-types', 'thing', 'schema.json')

const fields = (of: (type: string) => Json) => Object.fromEntries(TYPES.map((type) => [`of_${type}`, of(type)]))

describe.each(DATABASES)('custom fields on %s', (kind) => {
  let site: Prepared
  let lectern: Lectern
  let before: Entry
  const open = () => openProject({ project: site.folder, database: site.database, env: {} })
  const asking = () => askerOf((path, init) => lectern.fetch(path, init))

  beforeAll(async () => {
    site = await prepareSite(kind, { types: { thing: { attributes: fields((type) => ({ type })) } } })
    lectern = await open()
    const data = Object.fromEntries(TYPES.map((type) => [`of_${type}`, VALUES[type]]))
    before = await asking().create('/api/things', data)
    await lectern.close()
    const file = join(site.folder, SCHEMA)
    const attributes = {
      ...fields((type) => ({ type: 'customField', customField: `plugin::unheard-of.${type}` })),
      gone: { type: 'customField', customField: 'plugin::unheard-of.gone' },
    }
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), attributes }))
    lectern = await open()
  })
  afterAll(async () => {
    await lectern?.close()
    await site?.remove()
  })

  it('are shown as ordinary attributes of the same kind are', async () => {
    expect(await asking().list('/api/things')).toEqual([before])
    expect(before).toMatchObject({ of_json: VALUES.json, of_biginteger: VALUES.biginteger })
  })

  it('are compared as their kind is', async () => {
    for (const filter of ['of_integer][$gt]=6', 'of_boolean]=true', 'of_date][$lt]=2024-03-01', 'of_decimal]=2.25']) {
      expect(await asking().list(`/api/things?filters[${filter}`), filter).toHaveLength(1)
    }
    expect((await asking().ask('GET', '/api/things?filters[of_integer]=x')).status).toBe(400)
  })

  it('without a column are left out', () => {
    expect(lectern.leftOut).toMatchObject([
      { about: 'attribute', model: 'api::thing.thing', path: 'attributes.gone.customField' },
    ])
    expect(lectern.leftOut[0]?.message).toContain('rest.customFields: { "plugin::unheard-of.gone": "json" }')
  })
})
