import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'
import { findLayers } from './layers.ts'

const gzip = gzipSync('x'.repeat(1_000))
const encrypted = Buffer.concat([createEncryption('k1').update(gzip), Buffer.alloc(0)])

describe('findLayers', () => {
  it.each([
    ['a.tar.gz', gzip, null, { key: null, gzip: true }],
    ['a.tar', gzip, null, { key: null, gzip: true }],
    ['a.tar.gz', gzip, 'k1', { key: null, gzip: true }],
    ['a.tar.gz.enc', encrypted, 'k1', { key: 'k1', gzip: true }],
    ['a.bin', encrypted, 'k1', { key: 'k1', gzip: true }],
    ['a.tar.gz.enc', encrypted, null, 'key missing'],
    ['a.tar.gz.enc', encrypted, 'k2', 'key wrong'],
    ['a.tar.gz', encrypted, null, 'no archive'],
    ['a.tar', Buffer.alloc(512), null, 'no archive'],
    ['a.tar', Buffer.alloc(0), null, 'no archive'],
  ] as const)('of %s', (file, bytes, key, expected) => {
    expect(findLayers(file, bytes, key)).toEqual(expected)
  })
})
