/** `populate=**`: everything up to a depth, as if every path were written out. */

import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Attribute, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { DATABASES } from '../support/databases.ts'
import { AS_FULL_ACCESS, AS_USER } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { type ExtendedMagazine, openExtended } from './extended-magazine.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Written = { readonly [name: string]: Json }

interface Came {
  readonly attribute: Attribute
  readonly owner: Model
}

/** `**` written out, for a caller who may find everything. */
function writtenOut(schema: Schema, model: Model, levels: number, came: Came | null = null): Written {
  const entries = [...model.attributes.values()].flatMap((attribute): (readonly [string, Json])[] => {
    if (attribute.hidden || attribute.kind === 'scalar' || attribute.kind === 'localizations') return []
    if (model.uid === 'plugin::upload.file') return []
    const next = { attribute, owner: model }
    const options = (uid: string, left: number): Json => {
      const populate = writtenOut(schema, modelOf(schema, uid), left, next)
      return Object.keys(populate).length === 0 ? true : { populate }
    }
    const on = (uids: readonly string[], left: number): Json => ({
      on: Object.fromEntries(uids.map((uid) => [uid, options(uid, left)])),
    })
    switch (attribute.kind) {
      case 'media':
        return [[attribute.name, true]]
      case 'component':
        return [[attribute.name, options(attribute.target, levels)]]
      case 'dynamiczone':
        return [[attribute.name, on(attribute.components, levels)]]
    }
    if (levels === 0 || leadsBack(attribute, came)) return []
    if (attribute.kind === 'morphTo') return [[attribute.name, on([...schema.contentTypes.keys()], levels - 1)]]
    return [[attribute.name, options(attribute.target, levels - 1)]]
  })
  return Object.fromEntries(entries)
}

function leadsBack(attribute: Attribute, came: Came | null): boolean {
  if (came === null) return false
  const { attribute: by, owner } = came
  if (attribute.kind === 'relation' && by.kind === 'relation') {
    return [by.mappedBy, by.inversedBy].includes(attribute.name)
  }
  if (attribute.kind === 'morphTo') return by.kind === 'morphInverse' && by.morphBy === attribute.name
  if (attribute.kind !== 'morphInverse' || by.kind !== 'morphTo') return false
  return attribute.target === owner.uid && attribute.morphBy === by.name
}

describe.each(DATABASES)('on %s', (kind) => {
  let magazine: ExtendedMagazine
  beforeAll(async () => {
    magazine = await openExtended(kind, ['deep', 'exclude', 'nestedPages'])
  })
  afterAll(() => magazine?.close())

  const SIZE = 'pagination[pageSize]=3'
  const types = () => [...magazine.lectern.schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
  const urlOf = ({ kind, singularName, pluralName }: ReturnType<typeof types>[number]) =>
    `/api/${kind === 'singleType' ? singularName : pluralName}?${SIZE}`

  it.each([1, 2])('with %i levels is the populate written out, byte for byte', async (levels) => {
    let compared = 0
    for (const type of types()) {
      const response = await magazine.lectern.fetch(`${urlOf(type)}&populate[**]=${levels}`, {
        headers: AS_FULL_ACCESS,
      })
      const text = await response.text()
      if (response.status === 400) {
        expect(text).toContain('"limit":"populate')
        continue
      }
      const populate = writtenOut(magazine.lectern.schema, type, levels)
      const written = qs.stringify({ populate }, { encodeValuesOnly: true })
      expect(text, type.uid).toBe(await magazine.text(`${urlOf(type)}&${written}`, AS_FULL_ACCESS))
      expect(response.status, text).toBe(200)
      compared += 1
    }
    expect(compared).toBeGreaterThan(levels === 1 ? 6 : 3)
  })

  it('with one level equals *, except for localizations', async () => {
    for (const type of types()) {
      const all = keysOf(await magazine.text(`${urlOf(type)}&populate=*`))
      const deep = keysOf(await magazine.text(`${urlOf(type)}&populate[**]=1`))
      expect(deep, type.uid).toEqual(all.filter((name) => name !== 'localizations'))
    }
  })

  it('has several notations', async () => {
    const url = '/api/reviews?pagination[pageSize]=1'
    const two = await magazine.text(`${url}&populate[**]=2`)
    for (const query of ['populate=**', 'populate[0]=**', 'populate=deep', 'populate=deep,2', 'populate[**]=true']) {
      expect(await magazine.text(`${url}&${query}`), query).toBe(two)
    }
    const one = await magazine.text(`${url}&populate[**]=1`)
    for (const query of ['populate=deep,1', 'populate[0]=deep&populate[1]=1', 'populate[**][levels]=1']) {
      expect(await magazine.text(`${url}&${query}`), query).toBe(one)
    }
    expect(one).not.toBe(two)
    expect(one).toContain('"article"')
  })

  it('may be below an attribute, and leaves out the relation back', async () => {
    const [entry] = await magazine.list('/api/articles?populate[author][populate]=**&pagination[pageSize]=1')
    const [written] = await magazine.list('/api/authors?populate[**]=2&pagination[pageSize]=1')
    const author = Object.keys(entry?.author ?? {})
    expect(author).not.toContain('articles')
    expect([...author, 'articles'].sort()).toEqual(Object.keys(written ?? {}).sort())
    const [zoned] = await magazine.list('/api/articles?filters[id]=2&populate[sections][populate]=**')
    const [whole] = await magazine.list('/api/articles?filters[id]=2&populate=**,-related,-relatedFrom')
    const sections = JSON.stringify(zoned?.sections)
    expect(sections).toContain('__component')
    expect(sections).toBe(JSON.stringify(whole?.sections))
  })

  it('leaves out what is excluded, at any depth', async () => {
    const url = `/api/articles?${SIZE}&populate`
    const whole = await magazine.list(`${url}=**,-related,-relatedFrom`)
    const without = await magazine.list(
      `${url}=**,-related,-relatedFrom,-reviews,-author.mentor,-sections.by,-memo.article`,
    )
    const drop = ({ reviews: _, author, sections, ...rest }: Readonly<Record<string, unknown>>) => {
      const { mentor: __, ...others } = (author ?? {}) as Record<string, unknown>
      const items = (sections as Record<string, unknown>[]).map(({ by: ___, ...item }) => item)
      return { ...rest, author: author === null ? null : others, sections: items }
    }
    expect(without).toEqual(whole.map(drop))
    expect(JSON.stringify(whole)).toContain('"mentor"')
    const map = await magazine.text(`${url}[**]=1&populate[0]=-reviews`)
    expect(map).toBe(await magazine.text(`${url}=deep,1,-reviews`))
  })

  it('is overridden by attributes that are named beside it', async () => {
    const url = `/api/articles?${SIZE}&populate[**]=1&`
    const [entry] = await magazine.list(`${url}populate[author][fields]=name&populate[reviews]=false&populate[0]=seo`)
    expect(Object.keys(entry?.author as object)).toEqual(['id', 'documentId', 'name'])
    expect(entry).not.toHaveProperty('reviews')
    expect(entry?.seo).not.toHaveProperty('social')
    expect(entry).toHaveProperty('tags')
    const order = Object.keys(entry ?? {})
    const [plain] = await magazine.list(`/api/articles?${SIZE}&populate[**]=1&populate[reviews]=false`)
    expect(order).toEqual(Object.keys(plain ?? {}))
  })

  it('limits the lists of relations with a limit, and no others', async () => {
    const whole = await magazine.list(`/api/authors?${SIZE}&populate[**]=1`)
    const reduced = await magazine.list(`/api/authors?${SIZE}&populate[**][levels]=1&populate[**][pagination][limit]=1`)
    const cut = (entry: Readonly<Record<string, unknown>>) => {
      const articles = (entry.articles as Record<string, unknown>[]).slice(0, 1)
      const mentees = (entry.mentees as unknown[]).slice(0, 1)
      return { ...entry, articles, mentees }
    }
    expect(reduced).toEqual(whole.map(cut))
    expect(whole.some(({ articles }) => (articles as unknown[]).length > 1)).toBe(true)
    expect(whole.some(({ articles }) => (articles as { links: unknown[] }[])[0]?.links.length !== 1)).toBe(true)
  })

  it('leaves out types that the caller may not find', async () => {
    const mine = await magazine.text(`/api/articles?${SIZE}&populate=**,-related,-relatedFrom`)
    expect(mine).not.toContain('"memo"')
    expect(await magazine.text(`/api/articles?${SIZE}&populate[**]=1`, AS_USER)).toContain('"memo"')
    for (const name of ['createdBy', 'updatedBy', 'accessCode', 'internalNotes', 'localizations']) {
      expect(mine).not.toContain(`"${name}"`)
    }
  })

  it('works for one entry and in the format of version 4', async () => {
    const url = `/api/reviews?${SIZE}&populate=**`
    const entry = await magazine.first(url)
    expect(await magazine.one(`/api/reviews/${entry.documentId}?populate=**`)).toEqual(entry)
    const wrapped = await magazine.first(url, { 'strapi-response-format': 'v4' })
    const { id: _, documentId: __, ...attributes } = entry
    expect(Object.keys(wrapped.attributes as object)).toEqual(Object.keys(attributes))
  })

  it.each([
    ['populate[**]=0', 'Invalid value "0" for the levels of **. Expected a number from 1 to 5'],
    ['populate[**]=x', 'Invalid value "x" for the levels of **. Expected a number from 1 to 5'],
    ['populate[**]=false', 'Invalid value "false" for the levels of **. Expected a number from 1 to 5'],
    ['populate[**][levels][a]=1', 'Invalid value {"a":"1"} for the levels of **. Expected a number from 1 to 5'],
    ['populate[**]=6', 'populate[**] goes more than 5 levels deep'],
    ['populate=deep,99999999999999999999', 'populate[**] goes more than 5 levels deep'],
    ['populate[**][fields]=title', 'Invalid key fields at **'],
    ['populate[**][pagination][page]=2', 'Invalid key page at **.pagination'],
    ['populate[**][pagination][limit]=0', 'Invalid value "0" for limit at **. Expected a whole number from 1 on'],
    ['populate[**][pagination]=3', 'Invalid value "3" for pagination at **. Expected an object: [pagination][limit]=3'],
    ['populate=**,**', 'Invalid key **'],
    ['populate=author.**', 'Invalid key ** at author.**'],
    ['populate=**,-nope', 'Invalid key -nope'],
    ['populate=**,-author.nope', 'Invalid key nope at -author.nope'],
    ['populate=**,-title', 'Invalid key -title'],
    ['populate=**,nope', 'Invalid key nope'],
    ['populate=**,3', 'Invalid key 3'],
  ])('refuses %s', async (query, message) => {
    expect(await magazine.refusal(`/api/articles?${query}`)).toMatchObject({ status: 400, message })
  })

  it('treats a private name as an unknown one', async () => {
    for (const name of ['accessCode', 'internalNotes', 'privateReviewer', 'createdBy']) {
      const unknown = 'q'.repeat(name.length)
      for (const query of ['populate=**,-NAME', 'populate=**,-NAME.id', 'populate=**,-related.NAME']) {
        const ask = (as: string) => magazine.text(`/api/articles?${query.replace('NAME', as)}`, AS_FULL_ACCESS)
        expect(await ask(name)).toBe((await ask(unknown)).replaceAll(unknown, name))
      }
    }
  })
})

function keysOf(text: string): readonly string[] {
  const { data } = JSON.parse(text) as { data: object | readonly object[] }
  return Object.keys((Array.isArray(data) ? data[0] : data) ?? {})
}

describe('schemas with cycles', () => {
  const to = (relation: string, name: string, more: object = {}) => ({
    type: 'relation',
    relation,
    target: `api::${name}.${name}`,
    ...more,
  })
  const made: MadeProject[] = []
  afterAll(async () => {
    for (const project of made) await project.remove()
  })
  const open = async (spec: Parameters<typeof makeProject>[0]) => {
    const project = await makeProject(spec)
    made.push(project)
    const lectern = await project.open({ extensions: ['deep'] })
    return async (path: string) => {
      const response = await lectern.fetch(path)
      return { status: response.status, body: (await response.json()) as { data: Json; error?: { details: object } } }
    }
  }

  it('follow a relation to the same type down to the last level', async () => {
    const ask = await open({
      types: {
        item: {
          attributes: {
            parent: to('manyToOne', 'item', { inversedBy: 'items' }),
            items: to('oneToMany', 'item', { mappedBy: 'parent' }),
          },
        },
      },
      rows: {
        items: [1, 2, 3, 4].map((id) => ({ id })),
        items_parent_lnk: [2, 3, 4].map((id) => ({ id, item_id: id, inv_item_id: id - 1, item_ord: 1 })),
      },
    })
    const depthOf = (value: Json): number => {
      const items = (value as { items?: readonly Json[] } | null)?.items
      return items === undefined ? 0 : 1 + Math.max(0, ...items.map(depthOf))
    }
    for (const levels of [1, 2, 3]) {
      const { status, body } = await ask(`/api/items?filters[id]=1&populate[**]=${levels}`)
      expect([status, depthOf((body.data as readonly Json[])[0] ?? null)]).toEqual([200, levels])
    }
  })

  it('end at a limit, with an error that names the level within it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const types = Object.fromEntries(
      names.map((name) => [
        name,
        {
          attributes: Object.fromEntries(
            names.flatMap((other) => [
              [`one_${other}`, to('oneToOne', other)],
              [`many_${other}`, to('oneToMany', other)],
            ]),
          ),
        },
      ]),
    )
    const ask = await open({ types })
    expect((await ask('/api/as?populate[**]=2')).status).toBe(200)
    const { status, body } = await ask('/api/as?populate[**]=5')
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      message: 'The populate names more than 500 attributes: ** with 5 levels goes beyond it',
      details: { limit: 'populateNodes', maximum: 500, hint: 'populate[**]=2 is within it' },
    })
  })

  it('also end in components that contain themselves', async () => {
    const component = { type: 'component', component: 'tree.node', repeatable: true }
    const ask = await open({
      types: { page: { attributes: { tree: component } } },
      components: { 'tree.node': { label: { type: 'string' }, nodes: component } },
    })
    const { status, body } = await ask('/api/pages?populate=**')
    expect([status, body.error?.details]).toEqual([
      400,
      expect.objectContaining({ limit: expect.stringMatching(/^populate/) }),
    ])
  })
})

describe('off', () => {
  it('refuses it, with a hint that names the extension', async () => {
    const magazine = await openExtended('SQLite', [])
    for (const query of ['populate=**', 'populate[**]=2', 'populate=deep', 'populate[author][populate]=**']) {
      const { details } = await magazine.refusal(`/api/articles?${query}`)
      expect(details.hint, query).toContain("rest.extensions: ['deep']")
    }
    await magazine.close()
  })

  it('has no pagination without the extension nestedPages', async () => {
    const magazine = await openExtended('SQLite', ['deep'])
    const error = await magazine.refusal('/api/articles?populate[**][pagination][limit]=2')
    expect(error.details.hint).toContain("rest.extensions: ['nestedPages']")
    await magazine.close()
  })
})

it('does not replace an attribute of the same name', async () => {
  const project = await makeProject({
    types: {
      page: {
        attributes: {
          deep: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
          tag: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
        },
      },
      tag: { attributes: { label: { type: 'string' } } },
    },
    rows: { pages: [{ id: 1 }] },
  })
  const lectern = await project.open({ extensions: ['deep'] })
  const { data } = (await (await lectern.fetch('/api/pages?populate=deep')).json()) as { data: readonly object[] }
  expect(data[0]).toHaveProperty('deep')
  expect(data[0]).not.toHaveProperty('tag')
  await project.remove()
})
