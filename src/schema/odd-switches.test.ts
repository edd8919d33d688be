import { describe, expect, it } from 'vitest'
import { reportOddSwitches } from './odd-switches.ts'

function odd(raw: Readonly<Record<string, unknown>>): readonly string[] {
  const found: string[] = []
  reportOddSwitches(raw, (path, message) => found.push(`${path}: ${message}`))
  return found
}

describe('switches of schema files', () => {
  it('are reported where they are neither true nor false', () => {
    const attributes = {
      title: { type: 'string', required: 'true', private: 1, pluginOptions: { i18n: { localized: 'yes' } } },
      photos: { type: 'media', multiple: 'true' },
    }
    const pluginOptions = { i18n: { localized: 'true' } }
    expect(odd({ options: { draftAndPublish: 'true' }, pluginOptions, attributes })).toEqual([
      'options.draftAndPublish: This must be true or false, not "true".',
      'pluginOptions.i18n.localized: This must be true or false, not "true".',
      'attributes.title.required: This must be true or false, not "true".',
      'attributes.title.private: This must be true or false, not 1.',
      'attributes.title.pluginOptions.i18n.localized: This must be true or false, not "yes".',
      'attributes.photos.multiple: This must be true or false, not "true".',
    ])
  })

  it('are not where they are, or are missing', () => {
    const attributes = { title: { type: 'string', required: true, unique: false, private: null }, other: 'broken' }
    expect(odd({ options: {}, attributes })).toEqual([])
    expect(odd({ attributes: [] })).toEqual([])
  })
})
