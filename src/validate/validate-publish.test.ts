import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf, viewOf } from '../../test/support/schema-of.ts'
import { ApiError } from '../errors/api-error.ts'
import { validateDocument } from './validate-document.ts'
import { validatePublish } from './validate-publish.ts'

const schema = schemaOf({
  types: {
    article: {
      title: { type: 'string', required: true, minLength: 3 },
      count: { type: 'biginteger', max: '5' },
      pass: { type: 'password', minLength: 100 },
      cover: { type: 'media', required: true },
      seo: { type: 'component', component: 'shared.seo', required: true },
      items: { type: 'component', component: 'shared.item', repeatable: true, min: 2 },
      zone: { type: 'dynamiczone', components: ['shared.item'], required: true, min: 1 },
    },
  },
  components: {
    'shared.seo': { title: { type: 'string', required: true } },
    'shared.item': { label: { type: 'string', required: true } },
  },
})

const type = typeOf(schema, 'article')
const item = { __component: 'shared.item', label: 'a' }
const COMPLETE = { title: 'Title', seo: { title: 'a' }, zone: [item] }

/** The rows of a draft are what was sent for it. */
const draftOf = (body: Readonly<Record<string, unknown>>) =>
  validateDocument({ body, type, view: viewOf(schema), mode: 'create', draft: true })

async function errorsOf(body: Readonly<Record<string, unknown>>) {
  const draft = await draftOf(body)
  try {
    validatePublish(draft)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details.errors as { message: string }[]).map(({ message }) => message)
  }
}

describe('validatePublish', () => {
  it.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [COMPLETE, []],
    [{ ...COMPLETE, pass: 'short', count: 5 }, []],
    [
      {},
      [
        'title must be a `string` type, but the final value was: `null`.',
        'seo must be a `object` type, but the final value was: `null`.',
        'zone field must have at least 1 items',
      ],
    ],
    [{ ...COMPLETE, title: null }, ['title must be a `string` type, but the final value was: `null`.']],
    [{ ...COMPLETE, title: 'x' }, ['title must be at least 3 characters']],
    [{ ...COMPLETE, seo: {} }, ['seo.title must be a `string` type, but the final value was: `null`.']],
    [{ ...COMPLETE, items: [{ label: 'a' }] }, ['items field must have at least 2 items']],
    [
      { ...COMPLETE, items: [{ label: 'a' }, {}] },
      ['items[1].label must be a `string` type, but the final value was: `null`.'],
    ],
    [
      { ...COMPLETE, zone: [item, { __component: 'shared.item' }] },
      ['zone[1].label must be a `string` type, but the final value was: `null`.'],
    ],
  ])('%j', async (body, errors) => {
    expect(await errorsOf(body)).toEqual(errors)
  })

  it('shows stored values in the answer, big ones as texts', () => {
    const count = type.attributes.get('count')
    if (count?.kind !== 'scalar') throw new Error('no count')
    const run = () => validatePublish({ model: type, scalars: new Map([[count, 6n]]), components: new Map() })
    expect(run).toThrow('4 errors occurred')
    try {
      run()
    } catch (error) {
      expect(JSON.stringify(error instanceof ApiError && error.details)).toContain(
        '"message":"count must be less than or equal to 5","name":"ValidationError","value":"6"',
      )
    }
  })
})
