import { describe, expect, it } from 'vitest'
import type { Problem } from './problem.ts'
import { readPopulate } from './read-populate.ts'
import { settingReader } from './setting-readers.ts'

function read(populate: unknown) {
  const problems: Problem[] = []
  const config = new Map([['api' as const, { file: 'config/api.js', value: { populate } }]])
  return { settings: readPopulate(settingReader(config, problems, [])), problems }
}

describe('readPopulate', () => {
  it('converts values to those of a query string', () => {
    const { settings, problems } = read({
      'api::page.page': { seo: true, blocks: { on: { 'blocks.hero': { populate: ['image'] } }, limit: 2 } },
      'api::tag.tag': '*',
    })
    expect(problems).toEqual([])
    expect(JSON.parse(JSON.stringify(Object.fromEntries(settings)))).toEqual({
      'api::page.page': { seo: 'true', blocks: { on: { 'blocks.hero': { populate: ['image'] } }, limit: '2' } },
      'api::tag.tag': '*',
    })
    expect(Object.getPrototypeOf(settings.get('api::page.page'))).toBe(null)
  })

  it('refuses values that populate does not accept', () => {
    expect(read('*').problems).toMatchObject([{ path: 'populate', message: expect.stringContaining('not "*"') }])
    const { problems } = read({ 'api::page.page': { seo: null, image: () => true } })
    expect(problems.map(({ path }) => path)).toEqual(['populate.api::page.page.seo', 'populate.api::page.page.image'])
  })
})
