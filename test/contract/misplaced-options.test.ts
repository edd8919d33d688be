/** Options where populate expects names, `populate[author][populate][fields]=name`: front ends written for Strapi send them. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf } from '../support/ask.ts'
import { type Magazine, openMagazine } from '../support/magazine.ts'
import { type MadeProject, makeProject, type ProjectSpec } from '../support/make-project.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const projects: MadeProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove()
})

async function open(spec: ProjectSpec): Promise<Asker> {
  const project = await makeProject(spec)
  projects.push(project)
  return askerOf(await project.open())
}

const PATH = '/api/articles?pagination[limit]=100&populate'

describe('options in the place of names', () => {
  it.each([
    ['[author][populate][fields][0]=name', '[author]=true'],
    ['[author][populate][fields]=name', '[author]=true'],
    ['[author][populate][fields][0]=name&populate[author][populate][avatar]=true', '[author][populate][avatar]=true'],
    ['[author][populate][populate]=*', '[author]=true'],
    ['[author][populate][populate][avatar]=true', '[author]=true'],
    ['[author][populate][sort][0]=name', '[author]=true'],
    ['[author][populate][sort][0][name]=asc', '[author]=true'],
    ['[author][populate][filters][name][$eq]=nobody', '[author]=true'],
    ['[author][populate][count]=true', '[author]=true'],
    ['[author][populate][on][shared.seo]=true', '[author]=true'],
    ['[sections][on][blocks.quote][populate][fields][0]=text', '[sections][on][blocks.quote]=true'],
    ['[fields][0]=title&populate[author]=true', '[author]=true'],
    ['[populate]=*', ''],
  ])('populate%s has no effect', async (misplaced, meant) => {
    expect(await magazine.list(`${PATH}${misplaced}`)).toEqual(await magazine.list(`${PATH}${meant}`))
  })

  it.each([
    ['[author][populate][fields][0]=nothing', 'Invalid key nothing'],
    ['[author][populate][sort]=nothing', 'Invalid key nothing'],
    ['[author][populate][filters][nothing][$eq]=x', 'Invalid key nothing'],
    ['[author][populate][populate]=nothing', 'Invalid key nothing'],
    ['[author][populate][on][blocks.nothing]=true', 'Invalid key blocks.nothing'],
    ['[on][blocks.nothing]=true', 'Invalid key blocks.nothing at on.blocks.nothing'],
    ['[author][populate][limit]=1', 'Invalid key limit at author'],
    ['[author][populate][0]=fields', 'Invalid key fields'],
  ])('populate%s: the names in the options must exist', async (misplaced, message) => {
    expect((await magazine.refusal(`${PATH}${misplaced}`)).message).toContain(message)
  })
})

describe('options in the place of names, with strictParams', () => {
  const types = {
    page: {
      attributes: {
        title: { type: 'string' },
        sort: { type: 'relation', relation: 'manyToOne', target: 'api::page.page' },
      },
    },
  }
  const strictly = {
    types,
    rows: { pages: [{ id: 1, title: 'A' }] },
    config: { api: { rest: { strictParams: true } } },
  }

  it.each([
    [
      '[sort][populate][fields]=title',
      'fields is an option of sort, not of its populate: [sort][fields], not [sort][populate][fields]',
    ],
    [
      '[sort][populate][fields][0]=title',
      'fields is an option of sort, not of its populate: [sort][fields], not [sort][populate][fields]',
    ],
    ['[fields][0]=title', 'Names are expected in populate. Did you mean the parameter fields=…?'],
  ])('populate%s is an error that says where they belong', async (misplaced, hint) => {
    const strict = await open(strictly)
    expect(await strict.refusal(`/api/pages?populate${misplaced}`)).toMatchObject({
      status: 400,
      details: { key: 'fields', hint },
    })
  })

  it('an attribute with the name of an option is populated', async () => {
    const lax = await open({ ...strictly, config: {} })
    for (const populate of ['[sort]=true', '[sort][fields]=title', '[sort][populate][sort][fields][0]=title']) {
      expect(await lax.list(`/api/pages?populate${populate}`)).toMatchObject([{ id: 1, sort: null }])
    }
  })
})
