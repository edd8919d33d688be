/** Many concurrent writers: nothing is lost, nothing is duplicated, and no client gets an error. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { orphansIn } from './orphans.ts'
import { type Program, startProgram } from './program.ts'
import {
  type Answer,
  askerOf,
  type DatabaseKind,
  type Entry,
  type Json,
  namesOf,
  type Prepared,
  prepareSite,
  type SiteSpec,
} from './site.ts'

const name = { type: 'string' }
const SPEC: SiteSpec = {
  types: {
    box: {
      draftAndPublish: true,
      localized: true,
      attributes: {
        name,
        slug: { type: 'uid', targetField: 'name' },
        code: { type: 'string', unique: true },
        parts: { type: 'component', component: 'part.one', repeatable: true },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'boxes' },
        mates: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', inversedBy: 'matesOf' },
        matesOf: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', mappedBy: 'mates' },
        lid: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag', inversedBy: 'lidOf' },
      },
    },
    tag: {
      attributes: {
        name,
        boxes: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', mappedBy: 'tags' },
        lidOf: { type: 'relation', relation: 'oneToOne', target: 'api::box.box', mappedBy: 'lid' },
      },
    },
    home: { single: true, attributes: { name } },
  },
  components: { 'part.one': { text: { type: 'string' } } },
}

type Asker = Pick<Program, 'ask'>

const PLACES: Record<string, { readonly kind: DatabaseKind; readonly processes: boolean }> = {
  'two processes on SQLite': { kind: 'SQLite', processes: true },
  'two servers on PostgreSQL': { kind: 'PostgreSQL', processes: false },
}

describe.each(Object.entries(PLACES))('ten writers, %s', (_, { kind, processes }) => {
  let site: Prepared
  let servers: readonly Asker[] = []
  const endings: (() => Promise<void>)[] = []
  beforeAll(async () => {
    site = await prepareSite(kind, SPEC)
    for (const _server of [1, 2]) servers = [...servers, processes ? await startOne() : await openOne()]
  })
  afterAll(async () => {
    for (const end of endings) await end()
    await site?.remove()
  })
  async function startOne(): Promise<Asker> {
    const program = await startProgram(site)
    endings.push(program.kill)
    return program
  }
  async function openOne(): Promise<Asker> {
    const lectern: Lectern = await openProject({
      project: site.folder,
      database: site.database,
      env: {},
      migrate: true,
    })
    endings.push(() => lectern.close())
    return askerOf((path, init) => lectern.fetch(path, init))
  }

  /** Comes back when the server asks for that, as clients should. */
  async function ask(writer: number, method: string, path: string, data?: unknown): Promise<Answer> {
    const server = servers[writer % servers.length]
    if (server === undefined) throw new Error('no server')
    for (let attempt = 0; ; attempt += 1) {
      const answer = await server.ask(method, path, data)
      const isBusy = answer.status === 503 || answer.status === 409
      if (isBusy) expect(answer.headers.get('retry-after')).not.toBeNull()
      expect(answer.status, `${method} ${path} ${answer.text}`).not.toBe(500)
      if (!isBusy || attempt === 20) return answer
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const entry = async (method: string, path: string, data?: unknown, writer = 0) => {
    const answer = await ask(writer, method, path, data)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data as Entry
  }
  const create = (path: string, data: Json) => entry('POST', path, data)
  const together = <T>(count: number, work: (writer: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: count }, (_, writer) => work(writer)))

  it('connect to one entry: all are connected, each in its order', async () => {
    const box = await create('/api/boxs?status=draft', { name: 'shared' })
    const tags = await together(10, async (writer) => {
      const own: Entry[] = []
      for (let count = 0; count < 4; count += 1) own.push(await create('/api/tags', { name: `${writer}-${count}` }))
      return own
    })
    await together(10, async (writer) => {
      for (const tag of tags[writer] ?? []) {
        const change = { tags: { connect: [tag.documentId] } }
        await entry('PUT', `/api/boxs/${box.documentId}?status=draft`, change, writer)
      }
    })
    const names = namesOf(
      (await entry('GET', `/api/boxs/${box.documentId}?status=draft&populate=tags`)).tags,
    ) as string[]
    expect([...names].sort()).toEqual(
      tags
        .flat()
        .map((tag) => String(tag.name))
        .sort(),
    )
    for (let writer = 0; writer < 10; writer += 1) {
      const own = names.filter((text) => text.startsWith(`${writer}-`))
      expect(own).toEqual([0, 1, 2, 3].map((count) => `${writer}-${count}`))
    }
    const orders = (
      await site.sql(`select tag_ord from boxs_tags_lnk where box_id = ${box.id} order by tag_ord`)
    ).flat()
    expect(orders).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    await together(10, async (writer) => {
      for (const tag of (tags[writer] ?? []).slice(0, 3)) {
        const change = { tags: { disconnect: [tag.documentId] } }
        await entry('PUT', `/api/boxs/${box.documentId}?status=draft`, change, writer)
      }
    })
    const left = namesOf(
      (await entry('GET', `/api/boxs/${box.documentId}?status=draft&populate=tags`)).tags,
    ) as string[]
    expect([...left].sort()).toEqual(Array.from({ length: 10 }, (_, writer) => `${writer}-3`))
  })

  it('connect from both sides', async () => {
    const boxes = await together(5, (writer) => create('/api/boxs', { name: `box ${writer}` }))
    const tags = await together(5, (writer) => create('/api/tags', { name: `tag ${writer}` }))
    await together(10, async (writer) => {
      for (let count = 0; count < 5; count += 1) {
        const [box, tag] = [boxes[(writer + count) % 5], tags[(writer + 2 * count) % 5]]
        const fromBox = writer % 2 === 0
        const path = fromBox ? `/api/boxs/${box?.documentId}` : `/api/tags/${tag?.documentId}`
        const change = fromBox ? { tags: { connect: [tag?.documentId] } } : { boxes: { connect: [box?.documentId] } }
        await entry('PUT', path, change, writer)
      }
    })
    for (const box of boxes) {
      const { tags: shown } = await entry('GET', `/api/boxs/${box.documentId}?populate=tags&status=draft`)
      const expected = new Set<string>()
      for (let writer = 0; writer < 10; writer += 1) {
        for (let count = 0; count < 5; count += 1) {
          if (boxes[(writer + count) % 5] === box) expected.add(`tag ${(writer + 2 * count) % 5}`)
        }
      }
      expect(new Set(namesOf(shown) as string[])).toEqual(expected)
    }
  })

  it('publish, translate and discard one document: each version is there once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { documentId } = await create('/api/boxs?status=draft', { name: 'once', parts: [{ text: 'a' }] })
      await together(10, async (writer) => {
        if (writer < 4) await entry('POST', `/api/boxs/${documentId}/actions/publish`, undefined, writer)
        else if (writer < 8) await entry('PUT', `/api/boxs/${documentId}?locale=fr`, { name: `une ${writer}` }, writer)
        else await entry('POST', `/api/boxs/${documentId}/actions/discard`, undefined, writer)
      })
      const rows = await site.sql(
        `select locale, count(*) from boxs where document_id = '${documentId}' group by 1 order by 1`,
      )
      expect(rows).toEqual([
        ['en', 2],
        ['fr', 2],
      ])
    }
    expect(await orphansIn(site, SPEC)).toEqual([])
  })

  it('publish two documents that are linked: both versions are', async () => {
    for (let round = 0; round < 5; round += 1) {
      const a = await create('/api/boxs?status=draft', { name: 'a' })
      const b = await create('/api/boxs?status=draft', { name: 'b', mates: [a.documentId] })
      await together(2, (writer) =>
        entry('POST', `/api/boxs/${(writer === 0 ? a : b).documentId}/actions/publish`, undefined, writer),
      )
      expect(namesOf((await entry('GET', `/api/boxs/${b.documentId}?populate=mates`)).mates)).toEqual(['a'])
    }
  })

  it('publish and unpublish what others link to', async () => {
    const target = await create('/api/boxs', { name: 'target' })
    const boxes = await together(8, (writer) => create('/api/boxs', { name: `b${writer}`, mates: [target.documentId] }))
    await together(10, async (writer) => {
      for (let count = 0; count < 4; count += 1) {
        const verb = writer < 8 || count % 2 === 1 ? 'publish' : 'unpublish'
        const { documentId } = boxes[writer] ?? target
        await entry('POST', `/api/boxs/${documentId}/actions/${verb}`, undefined, writer)
      }
    })
    await entry('POST', `/api/boxs/${target.documentId}/actions/publish`)
    const { matesOf } = await entry('GET', `/api/boxs/${target.documentId}?populate=matesOf`)
    expect([...(namesOf(matesOf) as string[])].sort()).toEqual(boxes.map(({ name: text }) => text))
  })

  it('claim one target for themselves: one gets it', async () => {
    const lid = await create('/api/tags', { name: 'lid' })
    const boxes = await together(10, (writer) => create('/api/boxs', { name: `claims ${writer}` }))
    await together(10, (writer) =>
      entry('PUT', `/api/boxs/${boxes[writer]?.documentId}`, { lid: lid.documentId }, writer),
    )
    const rows = await site.sql(
      `select b.published_at is null, count(*) from boxs_lid_lnk as l join boxs as b on b.id = l.box_id where l.tag_id = ${lid.id} group by 1`,
    )
    expect(rows.map(([, count]) => count)).toEqual([1, 1])
  })

  it('make values that must be unique: one succeeds; slugs are all different', async () => {
    const answers = await together(10, (writer) => ask(writer, 'POST', '/api/boxs', { name: 'Unique', code: 'same' }))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
    const made = await together(10, (writer) => entry('POST', '/api/boxs', { name: 'Same slug' }, writer))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(10)
  })

  it('make the only entry of a single type: there is one', async () => {
    const made = await together(10, (writer) => entry('PUT', '/api/home', { name: `home ${writer}` }, writer))
    expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(1)
    expect(await site.sql('select count(*) from homes')).toEqual([[1]])
  })

  it('delete what others connect', async () => {
    const box = await create('/api/boxs', { name: 'box' })
    const tags = await together(10, (writer) => create('/api/tags', { name: `t${writer}` }))
    await together(10, async (writer) => {
      const { documentId } = tags[writer] ?? box
      const connect = ask(writer, 'PUT', `/api/boxs/${box.documentId}`, { tags: { connect: [documentId] } })
      const remove = writer % 2 === 0 ? ask(writer + 1, 'DELETE', `/api/tags/${documentId}`) : null
      expect([200, 400]).toContain((await connect).status)
      if (remove !== null) expect((await remove).status).toBe(204)
    })
    const { tags: left } = await entry('GET', `/api/boxs/${box.documentId}?populate=tags`)
    expect([...(namesOf(left) as string[])].sort()).toEqual(['t1', 't3', 't5', 't7', 't9'])
    expect(await orphansIn(site, SPEC)).toEqual([])
  })
})
