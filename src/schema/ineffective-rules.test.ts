import { describe, expect, it } from 'vitest'
import { reportIneffectiveRules } from './ineffective-rules.ts'

function reported(raw: Readonly<Record<string, unknown>>): readonly string[] {
  const found: string[] = []
  reportIneffectiveRules(raw, (path, message) => found.push(`${path}: ${message}`))
  return found
}

const reportedOf = (attribute: unknown) => reported({ attributes: { a: attribute } })

describe('rules without an effect', () => {
  it.each([
    [{ type: 'string', max: 5 }, 'a.max: The type "string" has no max; write maxLength.'],
    [{ type: 'email', min: 5 }, 'a.min: The type "email" has no min; write minLength.'],
    [{ type: 'integer', maxLength: 5 }, 'a.maxLength: The type "integer" has no maxLength; write max.'],
    [{ type: 'uid', target: 'title' }, 'a.target: The type "uid" has no target; write targetField.'],
    [
      { type: 'component', components: ['a.b'] },
      'a.components: The type "component" has no components; write component.',
    ],
    [{ type: 'component', multiple: true }, 'a.multiple: The type "component" has no multiple; write repeatable.'],
    [{ type: 'media', repeatable: true }, 'a.repeatable: The type "media" has no repeatable; write multiple.'],
    [{ type: 'text', pluginOptions: [] }, 'a.pluginOptions: This must be an object, not a list.'],
    [
      { type: 'text', pluginOptions: { i18n: true } },
      'a.pluginOptions.i18n: This must be an object, as in { "localized": true }, not true.',
    ],
  ])('of an attribute are reported: %j', (attribute, message) => {
    expect(reportedOf(attribute)).toEqual([`attributes.${message}`])
  })

  it('of a file are reported, too', () => {
    expect(reported({ info: 'Article', options: 'x', pluginOptions: { i18n: true } })).toEqual([
      'info: This must be an object, not "Article".',
      'options: This must be an object, not "x".',
      'pluginOptions.i18n: This must be an object, as in { "localized": true }, not true.',
    ])
  })

  it.each([
    { type: 'string', max: 5, maxLength: 5 },
    { type: 'string', maxLength: 5 },
    { type: 'integer', max: 5 },
    { type: 'component', component: 'a.b', min: 1, max: 2 },
    { type: 'relation', target: 'api::a.a' },
    { type: 'text', pluginOptions: { i18n: { localized: true }, other: true } },
    'odd',
  ])('are no others: %j', (attribute) => {
    expect(reportedOf(attribute)).toEqual([])
  })
})
