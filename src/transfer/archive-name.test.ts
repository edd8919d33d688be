import { describe, expect, it } from 'vitest'
import { archiveLayers } from './archive-name.ts'

const time = new Date('2024-05-06T07:08:09Z')

describe('archiveLayers', () => {
  it.each([
    [null, null, { file: 'export_20240506070809.tar.gz', gzip: true, key: null }],
    [null, 'k', { file: 'export_20240506070809.tar.gz.enc', gzip: true, key: 'k' }],
    ['a.tar', null, { file: 'a.tar', gzip: false, key: null }],
    ['a.tar.enc', 'k', { file: 'a.tar.enc', gzip: false, key: 'k' }],
    ['a.tar.gz', 'k', { file: 'a.tar.gz.enc', gzip: true, key: 'k' }],
    ['a.tgz', null, { file: 'a.tgz', gzip: true, key: null }],
    ['a.b', null, { file: 'a.b.tar.gz', gzip: true, key: null }],
  ])('of %s with key %s', (given, key, expected) => {
    expect(archiveLayers(given, key, time)).toEqual(expected)
  })
})
