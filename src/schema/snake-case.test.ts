import { describe, expect, it } from 'vitest'
import { kebabCase, snakeCase } from './snake-case.ts'

describe('snakeCase', () => {
  it.each([
    ['createdAt', 'created_at'],
    ['HTMLBody2', 'html_body_2'],
    ['address1Line', 'address_1_line'],
    ['kind2', 'kind_2'],
    ['heroVideoURL', 'hero_video_url'],
    ['metaOGImage', 'meta_og_image'],
    ['ISO9001', 'iso_9001'],
    ['iPhone15Pro', 'i_phone_15_pro'],
    ['a1b2c3', 'a_1_b_2_c_3'],
    ['mp3File', 'mp_3_file'],
    ['1stPlace', '1st_place'],
    ['emailAddress2ndLine', 'email_address_2nd_line'],
    ['XMLHttpRequest', 'xml_http_request'],
    ['provider_metadata', 'provider_metadata'],
    ['_private', 'private'],
    ['foo-bar', 'foo_bar'],
    ['foo.bar', 'foo_bar'],
    ['SKU_ID', 'sku_id'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['crèmeBrûlée', 'creme_brulee'],
    ["author's", 'authors'],
    ['the 14TH hour', 'the_14th_hour'],
    ['the 11th hour', 'the_11_th_hour'],
    ['価格', '価格'],
    ['', ''],
  ])('%s → %s', (text, expected) => {
    expect(snakeCase(text)).toBe(expected)
  })
})

describe('kebabCase', () => {
  it('leaves kebab-case alone and turns the rest into it', () => {
    expect(kebabCase('press2-release')).toBe('press2-release')
    expect(kebabCase('pressRelease')).toBe('press-release')
  })
})
