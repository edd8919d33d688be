/** The code that *Copy as* writes for lectern/client compiles with the types of the example. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { COPY_FORMS, warningOf } from '../../explorer/src/model/copy-as.ts'
import { extensionsUsed } from '../../explorer/src/model/extensions-used.ts'
import { readRequest } from '../../explorer/src/model/request.ts'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import { describeSchema } from '../../src/explorer/describe-schema.ts'
import type { Description } from '../../src/explorer/description.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { EXTENSION_NAMES, type Extension } from '../../src/vocabulary/extensions.ts'
import { fixture } from '../support/fixture.ts'
import { compile } from '../types/compile.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let description: Description

beforeAll(async () => {
  const { schema, settings } = await loadProject(here('../../example'), { database: 'unused.db' }, {})
  const extras = { explains: false, advises: false }
  description = describeSchema({ schema, caller: ALL_RIGHTS }, settings.rest, extras)
})

const STREAMED = /\/actions\/(watch|export)\b/

/** Requests of docs/beyond-strapi.md with a response, and their extensions. */
function documented(): readonly string[] {
  const page = readFileSync(here('../../docs/beyond-strapi.md'), 'utf8')
  const lines = page
    .split('\n')
    .map((line) => /(?:^|`)GET (\/api\/[^\s`]+)/.exec(line)?.[1])
    .map((url) => (url !== undefined && STREAMED.test(url) ? undefined : url))
  const refused = page.split('\n').map((line) => line.startsWith('→ 400'))
  return lines.flatMap((request, index) => (request === undefined || refused[index + 1] ? [] : [request]))
}

/** The types of the client lead one relation deep, and name what is left out of `**` on its first level. */
/** Their queries are in bodies, or what they send is no JSON. */
const WITHOUT_URL: readonly Extension[] = ['query', 'batch', 'mcp', 'watch', 'export']

const BEYOND_TYPES: readonly string[] = ['/api/articles?populate=**,-reviews,-author.mentor,-related']

function copied(url: string): string {
  const context = {
    origin: 'http://localhost:1337',
    url,
    request: readRequest(url, description),
    description,
    hasToken: false,
  }
  const form = COPY_FORMS.find(({ id }) => id === 'lectern')
  return form?.write(context) ?? ''
}

describe('a call of lectern/client', () => {
  it('compiles for every request of the page on extensions', () => {
    const requests = documented().filter((url) => !BEYOND_TYPES.includes(url))
    expect(requests.length).toBeGreaterThan(50)
    const used = new Set(
      requests.flatMap((url) => {
        const request = readRequest(url, description)
        return request === null ? [] : extensionsUsed(request, description)
      }),
    )
    expect([...used].sort()).toEqual(EXTENSION_NAMES.filter((name) => !WITHOUT_URL.includes(name)).toSorted())
    const files = requests.map((url, index) => [`request-${index}.ts`, `${copied(url)}\nvoid data\nvoid meta\n`])
    const types = readFileSync(fixture('types/extended.d.ts'), 'utf8')
    const { errors } = compile({ 'lectern-types.d.ts': types, ...Object.fromEntries(files) })
    const told = errors.map((line) => {
      const number = /request-(\d+)\.ts/.exec(line)?.[1]
      return `${requests[Number(number)]}: ${line}`
    })
    expect(told).toEqual([])
  })

  it('says which extensions a request needs, and only then', () => {
    for (const url of documented()) {
      const request = readRequest(url, description)
      if (request === null) throw new Error(`not read: ${url}`)
      const context = { origin: '', url, request, description, hasToken: false }
      const names = extensionsUsed(request, description)
      expect(copied(url).includes('// Extension'), url).toBe(names.length > 0)
      expect(warningOf(context) === null, url).toBe(names.length === 0)
    }
  })
})
