/** The types of the client, as the compiler sees them. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { declareApi } from '../../src/declarations/declare-api.ts'
import { declareProject } from '../../src/operate/declare-project.ts'
import { loadSchema } from '../../src/project/load-schema.ts'
import { fixture } from '../support/fixture.ts'
import { compile } from './compile.ts'
import { queriesOf, wideSchema } from './wide-schema.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const EXTENSIONS = readdirSync(here('extensions')).map((name) => `extensions/${name}`)
const ASSERTIONS = ['results.ts', 'queries.ts', 'data.ts', 'uncertain.ts', 'extensions.ts', ...EXTENSIONS]

describe('the assertions about the example', () => {
  const locales = ['en', 'fr-FR']

  it('are about what lectern types writes today', async () => {
    const { text } = await declareProject({ project: here('../../example'), env: {}, locales })
    expect(readFileSync(fixture('types/extended.d.ts'), 'utf8')).toBe(text)
  })

  it('are about what it writes without extensions', async () => {
    const { schema } = await loadSchema(here('../../example'), {})
    expect(readFileSync(fixture('types/example.d.ts'), 'utf8')).toBe(declareApi(schema, { locales }))
  })

  it('are many', () => {
    const text = ASSERTIONS.map((name) => readFileSync(here(name), 'utf8')).join('\n')
    expect(text.match(/\bsame(?:Type)?</g)?.length).toBeGreaterThan(50)
    expect(text.match(/@ts-expect-error/g)?.length).toBeGreaterThan(70)
  })

  it('hold, in a browser and with every strictness', () => {
    const paths = ASSERTIONS.map((name) => `test/types/${name}`)
    expect(compile({}, paths).errors).toEqual([])
    expect(compile({}, paths, { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }).errors).toEqual(
      [],
    )
  })

  it('hold about results without strictness, as in the tsconfig.json that Next writes', () => {
    const paths = ['results.ts', ...EXTENSIONS].map((name) => `test/types/${name}`)
    const { errors } = compile({}, paths, { strict: false, exactOptionalPropertyTypes: false })
    // The package has declarations: whether its source compiles without strictness does not matter.
    expect(errors.filter((line) => !line.startsWith('src/'))).toEqual([])
  })

  it('are refused with the name that was probably meant, also where extensions allow more', () => {
    const code = [
      `import { createClient } from '${here('../../src/client/index.ts')}'`,
      `import type { Api } from '${here('../fixtures/types/extended.js')}'`,
      "const client = createClient<Api>({ url: '' })",
      "client.articles.find({ fields: ['titel'] })",
      "client.articles.find({ fields: 'titel' })",
      "client.articles.find({ filters: { titel: 'x' } })",
      "client.articles.find({ sort: 'titel:desc' })",
    ]
    const { errors } = compile({ 'misspelt.ts': code.join('\n') })
    expect(errors).toHaveLength(4)
    for (const error of errors) expect(error).toMatch(/Did you mean (?:to write )?'"?title/)
  })

  it('would fail if they were wrong', () => {
    const wrong = readFileSync(here('results.ts'), 'utf8')
      .replace('title: string\n', 'title: string | null\n')
      .replaceAll("'../../src/client", `'${here('../../src/client')}`)
      .replaceAll("'../fixtures", `'${here('../fixtures')}`)
      .replaceAll("'./same.ts'", `'${here('same.ts')}'`)
    expect(compile({ 'wrong.ts': wrong }).errors).toEqual([expect.stringContaining('TS2554')])
  })
})

describe('the work of the compiler', () => {
  const program = (size: number, queries: number) =>
    compile({ 'lectern-types.d.ts': declareApi(wideSchema(size)), 'queries.ts': queriesOf(queries) })
  const empty = compile({ 'nothing.ts': "import 'lectern/client'\n" })
  const few = program(6, 6)

  it('finds nothing wrong', () => {
    expect(empty.errors).toEqual([])
    expect(few.errors).toEqual([])
  })

  it('is that of the queries, however large the schema is', () => {
    const many = program(60, 6)
    expect(many.errors).toEqual([])
    expect(many.instantiations - empty.instantiations).toBeLessThan((few.instantiations - empty.instantiations) * 1.5)
    expect(many.types - empty.types).toBeLessThan((few.types - empty.types) * 1.5)
  })

  it('grows with the number of queries, no faster', () => {
    const many = program(60, 60)
    expect(many.errors).toEqual([])
    expect(many.instantiations - empty.instantiations).toBeLessThan(
      (few.instantiations - empty.instantiations) * 10 * 1.5,
    )
    expect(many.types - empty.types).toBeLessThan((few.types - empty.types) * 10 * 1.5)
  })
})
