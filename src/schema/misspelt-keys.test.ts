import { describe, expect, it } from 'vitest'
import { reportMisspeltKeys } from './misspelt-keys.ts'

function misspelt(raw: Readonly<Record<string, unknown>>): readonly string[] {
  const found: string[] = []
  reportMisspeltKeys(raw, (path, message) => found.push(`${path}: ${message}`))
  return found
}

describe('misspelt keys of schema files', () => {
  it('are reported with what was meant', () => {
    const title = { type: 'string', maxlength: 3, pluginOptions: { i18n: { localised: true } } }
    const options = { draftandpublish: true }
    expect(misspelt({ options, pluginOptions: { i18n: { localised: true } }, attributes: { title } })).toEqual([
      'options.draftandpublish: There is no key of this name. Did you mean "draftAndPublish"?',
      'pluginOptions.i18n.localised: There is no key of this name. Did you mean "localized"?',
      'attributes.title.maxlength: There is no key of this name. Did you mean "maxLength"?',
      'attributes.title.pluginOptions.i18n.localised: There is no key of this name. Did you mean "localized"?',
    ])
    expect(misspelt({ atributes: {} })).toEqual(['atributes: There is no key of this name. Did you mean "attributes"?'])
  })

  it('are also those of what localizes, of uids and of passwords', () => {
    const title = { type: 'string', pluginOptions: { I18N: { localized: true } } }
    const slug = { type: 'uid', options: { seperator: '_' } }
    const secret = { type: 'password', encryption: { round: 12 } }
    const colour = { type: 'customField', options: { seperator: '_' } }
    const attributes = { title, slug, secret, colour }
    expect(misspelt({ pluginOptions: { i18: { localized: true } }, attributes })).toEqual([
      'pluginOptions.i18: There is no key of this name. Did you mean "i18n"?',
      'attributes.title.pluginOptions.I18N: There is no key of this name. Did you mean "i18n"?',
      'attributes.slug.options.seperator: There is no key of this name. Did you mean "separator"?',
      'attributes.secret.encryption.round: There is no key of this name. Did you mean "rounds"?',
    ])
  })

  it('are also those of Strapi 3, and of localization in options', () => {
    const slug = { type: 'uid', attachedField: 'title' }
    expect(misspelt({ options: { i18n: { localized: true } }, attributes: { slug } })).toEqual([
      'options.i18n: There is no key of this name. Did you mean "pluginOptions.i18n"?',
      'attributes.slug.attachedField: There is no key of this name. Did you mean "targetField"?',
    ])
  })

  it('are also those that stand in the wrong place', () => {
    const attributes = { title: { type: 'string', localized: true } }
    expect(misspelt({ draftAndPublish: true, localized: true, attributes })).toEqual([
      'draftAndPublish: There is no key of this name. Did you mean "options.draftAndPublish"?',
      'localized: There is no key of this name. Did you mean "pluginOptions.i18n.localized"?',
      'attributes.title.localized: There is no key of this name. Did you mean "pluginOptions.i18n.localized"?',
    ])
    expect(misspelt({ i18n: { localized: true } })).toEqual([
      'i18n: There is no key of this name. Did you mean "pluginOptions.i18n"?',
    ])
  })

  it('are also what other systems call the attributes, unless there are some', () => {
    expect(misspelt({ fields: { title: { type: 'string' } } })).toEqual([
      'fields: There is no key of this name. Did you mean "attributes"?',
    ])
    expect(misspelt({ fields: {}, attributes: {} })).toEqual([])
  })

  it('are also what other systems call rules, unless the attribute has the rule', () => {
    const attributes = {
      code: { type: 'string', pattern: '^[A-Z]+$', mandatory: true },
      stars: { type: 'integer', minimum: 1, maximum: 5, defaultValue: 3, hidden: true },
      size: { type: 'integer', min: 1, minimum: 1 },
    }
    expect(misspelt({ attributes })).toEqual(
      [
        ['code.pattern', 'regex'],
        ['code.mandatory', 'required'],
        ['stars.minimum', 'min'],
        ['stars.maximum', 'max'],
        ['stars.defaultValue', 'default'],
        ['stars.hidden', 'private'],
      ].map(([key, meant]) => `attributes.${key}: There is no key of this name. Did you mean "${meant}"?`),
    )
  })

  it('are not those of plugins, nor names of attributes', () => {
    const attributes = { typ: { type: 'string', configurable: false, 'content-manager': {} } }
    expect(misspelt({ attributes, options: { comment: '' }, config: {}, pluginOptions: { i18m: {} } })).toEqual([])
  })
})
