/** The description has no name of anything that the caller may not see. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern, OpenApiDocument } from '../../src/index.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER, openMagazine } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const relation = (target: string, more = {}) => ({
  type: 'relation',
  relation: 'oneToMany',
  target: `api::${target}.${target}`,
  ...more,
})

const TYPES = {
  open: {
    attributes: {
      shown: { type: 'string' },
      privateword: { type: 'string', private: true },
      passwordword: { type: 'password' },
      secretlink: relation('secret'),
      hiddenlink: relation('open', { private: true }),
      listedword: { type: 'string' },
      part: { type: 'component', component: 'shared.part' },
      anything: { type: 'relation', relation: 'morphToMany' },
    },
    options: { privateAttributes: ['listedword'] },
  },
  secret: {
    attributes: {
      secretname: { type: 'string' },
      secretzone: { type: 'dynamiczone', components: ['hidden.block'] },
      openlink: relation('open'),
    },
  },
  single: { attributes: { title: { type: 'string' } }, kind: 'singleType' as const },
}

const COMPONENTS = {
  'shared.part': {
    label: { type: 'string' },
    partprivate: { type: 'string', private: true },
    partlink: relation('secret'),
  },
  'hidden.block': { blockword: { type: 'string' } },
}

const NEVER = ['privateword', 'passwordword', 'hiddenlink', 'listedword', 'partprivate']
const SECRET = ['secret', 'partlink', 'hidden', 'blockword', 'openlink']

async function described(lectern: Lectern, authorization?: string): Promise<string> {
  const response = await lectern.fetch(
    '/_openapi.json',
    authorization === undefined ? {} : { headers: { authorization } },
  )
  expect(response.status).toBe(200)
  return response.text()
}

/** Every word of ours is long enough not to be part of another. */
const told = (text: string, words: readonly string[]) => words.filter((word) => text.toLowerCase().includes(word))

describe('a description', () => {
  let project: MadeProject
  let text: string
  let document: OpenApiDocument
  beforeAll(async () => {
    project = await makeProject({ types: TYPES, components: COMPONENTS, permissions: ['api::open.open.find'] })
    text = await described(await project.open())
    document = JSON.parse(text)
  })
  afterAll(() => project.remove())

  it('has no word of what the caller may not see', () => {
    expect(told(text, ['shown', 'label', 'anything'])).toEqual(['shown', 'label', 'anything'])
    expect(told(text, [...NEVER, ...SECRET])).toEqual([])
  })

  it('has only the paths that the caller may use', () => {
    expect(Object.keys(document.paths)).toEqual(['/api/opens', '/uploads/{file}', '/_health', '/_ready'])
  })

  it('has no schema that no path leads to', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
    expect(names).not.toContain('Single')
  })

  it('has no relation to any type where the caller may find no type', async () => {
    const other = await makeProject({ types: TYPES, components: COMPONENTS, permissions: ['api::open.open.findOne'] })
    try {
      const text = await described(await other.open())
      expect(told(text, [...NEVER, ...SECRET, 'anything', 'anyentry'])).toEqual([])
    } finally {
      await other.remove()
    }
  })

  it('of all has no private name either', async () => {
    const whole = await import('../../src/operate/describe-project.ts')
    const text = JSON.stringify(await whole.describeProject({ project: project.folder, env: {} }))
    expect(told(text, NEVER)).toEqual([])
    expect(told(text, ['secretname', 'secretzone', 'blockword', 'partlink'])).toHaveLength(4)
  })
})

describe('the caller', () => {
  it('is known by the token, and another token has another answer', async () => {
    const magazine = await openMagazine()
    try {
      const pathsOf = async (headers: Readonly<Record<string, string>>) =>
        Object.keys((JSON.parse(await magazine.text('/_openapi.json', headers)) as OpenApiDocument).paths)
      const [everybody, user, reader, all] = [
        await pathsOf({}),
        await pathsOf(AS_USER),
        await pathsOf(AS_READ_ONLY),
        await pathsOf(AS_FULL_ACCESS),
      ]
      expect(everybody).not.toContain('/api/memos')
      expect(user).toContain('/api/memos')
      // A token that reads may do what ends in find and findOne, and nothing else.
      expect(reader).toContain('/api/upload/files')
      expect(reader).not.toContain('/api/i18n/locales')
      expect(all).toEqual(
        expect.arrayContaining([...everybody, '/api/i18n/locales', '/api/content-type-builder/components']),
      )
      // Twice the same, from memory as well.
      expect(await pathsOf({})).toEqual(everybody)
    } finally {
      await magazine.close()
    }
  })

  it('is found below the prefix too', async () => {
    const magazine = await openMagazine()
    const below = await magazine.text('/api/openapi.json')
    expect(below).toBe(await magazine.text('/_openapi.json'))
    await magazine.close()
  })

  it('is refused with an invalid token', async () => {
    const magazine = await openMagazine()
    const response = await magazine.lectern.fetch('/_openapi.json', { headers: { authorization: 'Bearer nope' } })
    expect(response.status).toBe(401)
    await magazine.close()
  })

  it('gets 304 for what they have, which no shared cache stores', async () => {
    const magazine = await openMagazine()
    const first = await magazine.lectern.fetch('/_openapi.json')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('Authorization')
    const second = await magazine.lectern.fetch('/_openapi.json', { headers: { 'if-none-match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
    const listed = { 'if-none-match': `"x", ${etag}` }
    expect((await magazine.lectern.fetch('/_openapi.json', { headers: listed })).status).toBe(304)
    const other = await magazine.lectern.fetch('/_openapi.json', { headers: { ...AS_USER, 'if-none-match': etag } })
    expect(other.status).toBe(200)
    await magazine.close()
  })
})

describe('settings', () => {
  const types = { open: { attributes: { title: { type: 'string' } } } }

  it('rest.prefix is part of the paths', async () => {
    const project = await makeProject({ types, config: { api: { rest: { prefix: '/content/v1' } } } })
    const document = JSON.parse(await described(await project.open())) as OpenApiDocument
    expect(Object.keys(document.paths)).toContain('/content/v1/opens/{documentId}')
    await project.remove()
  })

  it('rest.docs switches it off, and production does', async () => {
    for (const [config, env] of [
      [{ api: { rest: { docs: false } } }, {}],
      [{}, { NODE_ENV: 'production' }],
    ] as const) {
      const project = await makeProject({ types, config })
      const lectern = await project.open({ env })
      for (const path of ['/_openapi.json', '/_docs', '/_docs/', '/_docs/page.js']) {
        expect((await lectern.fetch(path)).status, path).toBe(404)
      }
      expect(lectern.settings.rest.docs).toBe(false)
      await project.remove()
    }
  })

  it('config/server names the servers', async () => {
    const { describeProject } = await import('../../src/operate/describe-project.ts')
    const serversOf = async (server: object) => {
      const project = await makeProject({ types, config: { server: { ...server } } })
      const { servers } = await describeProject({ project: project.folder, env: {} })
      const own = JSON.parse(await described(await project.open())) as OpenApiDocument
      await project.remove()
      return [servers, own.servers].map((list) => list.map(({ url }) => url))
    }
    expect(await serversOf({ host: '0.0.0.0', port: 8000 })).toEqual([['http://localhost:8000'], ['/']])
    const url = 'https://cms.example.com'
    expect(await serversOf({ url })).toEqual([[url], ['/', url]])
  })

  it('the profile decides whether media can be filtered by', async () => {
    const spec = { types: { open: { attributes: { cover: { type: 'media' } } } } }
    const filters = async (profile: 'contract' | 'strapi') => {
      const project = await makeProject(spec)
      const document = JSON.parse(await described(await project.open({ profile }))) as OpenApiDocument
      await project.remove()
      return document.components.schemas.OpenFilters
    }
    expect(await filters('strapi')).toHaveProperty(['properties', 'cover'])
    expect(await filters('contract')).not.toHaveProperty(['properties', 'cover'])
  })
})
