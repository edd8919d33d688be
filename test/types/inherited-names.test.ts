/** Attributes whose names every object inherits: the `constructor` of a race. */

import { describe, expect, it } from 'vitest'
import { declareProject } from '../../src/operate/declare-project.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { compile } from './compile.ts'

const TEAM = {
  kind: 'collectionType',
  collectionName: 'teams',
  info: { singularName: 'team', pluralName: 'teams', displayName: 'Team' },
  attributes: { name: { type: 'string' } },
}
const RACE = {
  kind: 'collectionType',
  collectionName: 'races',
  info: { singularName: 'race', pluralName: 'races', displayName: 'Race' },
  attributes: {
    name: { type: 'string', required: true },
    valueOf: { type: 'integer' },
    constructor: { type: 'relation', relation: 'manyToOne', target: 'api::team.team' },
    facts: { type: 'component', component: 'race.facts' },
  },
}
const FACTS = {
  collectionName: 'components_race_facts',
  info: { displayName: 'facts' },
  attributes: { name: { type: 'string' }, toString: { type: 'string' } },
}

const START = `
  import { createClient, type CreateData, type UpdateData } from 'lectern/client'
  import type { Api, Race } from './lectern-types.js'
  const { races } = createClient<Api>({ url: '' })
`

const WITHOUT = `${START}
  export const made: CreateData<Race> = { name: 'Spa', facts: { name: 'long' } }
  export const changed: UpdateData<Race> = {}
  await races.find({ filters: { name: 'Spa', facts: { name: 'long' } }, populate: { facts: true }, sort: { name: 'asc' } })
  await races.create({ name: 'Spa' }, { populate: { facts: true } })
`

const WITH = `${START}
  const { data } = await races.find({
    filters: { constructor: { name: 'A' }, valueOf: { $gt: 1 }, facts: { toString: 'x' } },
    populate: { constructor: { fields: ['name'] } },
    sort: [{ constructor: { name: 'asc' } }, 'valueOf:desc'],
  })
  export const team: string | null | undefined = data[0]?.constructor?.name
  await races.create({ name: 'Spa', constructor: 'abc', valueOf: 2, facts: { toString: 'x' } })
`

const WRONG = `${START}
  await races.find({ filters: { valueOf: 'x' } })
  await races.create({ name: 'Spa', valueOf: 'x' })
  await races.find({ populate: { constructor: { fields: ['x'] } } })
`

describe('attributes whose names every object inherits', async () => {
  const project = temporaryProject({
    'src/api/team/content-types/team/schema.json': TEAM,
    'src/api/race/content-types/race/schema.json': RACE,
    'src/components/race/facts.json': FACTS,
  })
  const { text } = await declareProject({ project: project.folder, env: {} })
  project.remove()
  const errorsIn = (code: string) => compile({ 'lectern-types.d.ts': text, 'program.ts': code }).errors

  it('may be left out', () => {
    expect(errorsIn(WITHOUT)).toEqual([])
  })

  it('may be named, with their own types', () => {
    expect(errorsIn(WITH)).toEqual([])
    expect(errorsIn(WRONG)).toHaveLength(3)
  })
})
