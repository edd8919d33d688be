import { describe, expect, it } from 'vitest'
import {
  columnName,
  componentsTable,
  idColumn,
  inverseIdColumn,
  inverseOrderColumn,
  linkTable,
  morphTable,
  orderColumn,
  shortHash,
  tableName,
  typeColumn,
} from './names.ts'

const LONG = 'a_very_long_collection_name_for_identifier_shortening_tests'
const TEMPLATE = 'restaurant-reservation-confirmation-email-template-version'

describe('names that fit', () => {
  it('keeps the collection name as it is written, and puts everything else in snake_case', () => {
    expect(tableName('camelThings')).toBe('camelThings')
    expect(componentsTable('camelThings')).toBe('camelThings_cmps')
    expect(linkTable('camelThings', 'myTags')).toBe('camel_things_my_tags_lnk')
    expect(morphTable('camelThings', 'myMorph')).toBe('camel_things_my_morph_mph')
  })

  it('names columns after attributes and models', () => {
    expect(columnName('heroVideoURL')).toBe('hero_video_url')
    expect(idColumn('press-release')).toBe('press_release_id')
    expect(inverseIdColumn('article')).toBe('inv_article_id')
    expect(typeColumn('things')).toBe('things_type')
    expect(orderColumn('press-release')).toBe('press_release_ord')
    expect(inverseOrderColumn('article')).toBe('inv_article_ord')
  })
})

describe('names that are too long', () => {
  it.each([
    ['table', tableName(LONG), 'a_very_long_collection_name_for_identifier_shorten1d1bd'],
    [
      'column',
      columnName('this_is_an_extremely_long_attribute_name_that_goes_beyond_the_fifty_five_limit'),
      'this_is_an_extremely_long_attribute_name_that_goes0c9fa',
    ],
    ['component table', componentsTable(LONG), 'a_very_long_collection_name_for_identifier_sh1d1bd_cmps'],
    [
      'link table of a shortened table',
      linkTable(LONG, 'anotherQuiteLongRelationAttributeName'),
      'a_very_long_collecti2fd6b_another_quite_long_r8df4b_lnk',
    ],
    [
      'link table',
      linkTable('restaurant_reservation_confirmations', 'preferredCommunicationChannels'),
      'restaurant_reservati04468_preferred_communicat3a4f2_lnk',
    ],
    [
      'link table with a short second part',
      linkTable('components_dynamic_zone_frequently_asked_question_lists', 'faqs'),
      'components_dynamic_zone_frequently_asked_b37e6_faqs_lnk',
    ],
    [
      'link table with a second part that fits',
      linkTable('components_sections_carousel_avis_clients', 'avis_clients'),
      'components_sections_carousel_avis2b9fa_avis_clients_lnk',
    ],
    [
      'morph table',
      morphTable('restaurant_reservation_confirmations', 'attachments_from_the_customer_portal'),
      'restaurant_reservati04468_attachments_from_the64db7_mph',
    ],
  ])('%s', (_purpose, name, expected) => {
    expect(name).toBe(expected)
    expect(name.length).toBeLessThanOrEqual(55)
  })

  it('shortens link columns around their fixed words', () => {
    expect(idColumn(TEMPLATE)).toBe('restaurant_reservation_confirmation_email_templ172e9_id')
    expect(inverseIdColumn(TEMPLATE)).toBe('inv_restaurant_reservation_confirmation_email_t172e9_id')
    expect(orderColumn(TEMPLATE)).toBe('restaurant_reservation_confirmation_email_temp172e9_ord')
  })
})

describe('shortHash', () => {
  it.each([
    ['', '46b9d'],
    ['a', '867e2'],
    ['myData', '93da1'],
    ['restaurant_reservation_confirmations', '04468'],
  ])('of %j is %s', (text, expected) => {
    expect(shortHash(text)).toBe(expected)
  })
})
