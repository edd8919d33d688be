import { describe, expect, it } from 'vitest'
import { isPlainPostgres, snapshotRevisions } from './snapshot-revisions.ts'

describe('isPlainPostgres', () => {
  it.each([
    'PostgreSQL 18.4 on aarch64-unknown-linux-gnu, compiled by gcc (Ubuntu/Linaro 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit',
    'PostgreSQL 15.19 (Debian 15.19-0+deb12u1) on aarch64-unknown-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit',
    'PostgreSQL 16.9 (Ubuntu 16.9-0ubuntu0.24.04.1) on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 13.3.0) 13.3.0, 64-bit',
    'PostgreSQL 17.2 (Homebrew) on aarch64-apple-darwin24.1.0, compiled by Apple clang version 16.0.0, 64-bit',
    'PostgreSQL 18beta1 on x86_64-windows, compiled by msvc-19.43.34809, 64-bit',
    'PostgreSQL 19devel on x86_64-pc-linux-musl, compiled by gcc (Alpine 14.2.0) 14.2.0, 64-bit',
  ])('accepts %s', (version) => {
    expect(isPlainPostgres(version)).toBe(true)
  })

  it.each([
    // This version reports statistics late.
    'PostgreSQL 14.18 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 11.2.0, 64-bit',
    'PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit',
    'PostgreSQL 15.4 (Greenplum Database 8.0.0 build 1) on x86_64-pc-linux-gnu, compiled by gcc (GCC) 8.5.0, 64-bit',
    'PostgreSQL 15.10 (PolarDB 15.10.2.0 build 1) on x86_64-linux-gnu, compiled by gcc 12.2.0, 64-bit',
    'CockroachDB CCL v25.1.0 (x86_64-pc-linux-gnu, built 2025/02/13 00:00:00, go1.22.8)',
    'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.77467',
    'PostgreSQL 16',
    '',
  ])('refuses %s', (version) => {
    expect(isPlainPostgres(version)).toBe(false)
  })
})

describe('snapshotRevisions', () => {
  it('gives each table the revision of the database, except relations that may change without it', () => {
    const found = snapshotRevisions.tableRevisionsIn([
      ['5:5:', 'totals'],
      ['5:5:', 'secrets'],
    ])
    expect(found?.revision).toBe('5:5:')
    expect(['articles', 'totals', 'secrets'].map((table) => found?.of(table))).toEqual(['5:5:', null, null])
    expect(snapshotRevisions.tableRevisionsIn([['5:5:', null]])?.of('articles')).toBe('5:5:')
  })

  it('gives no revision if the server has none', () => {
    expect(snapshotRevisions.tableRevisionsIn([[null, null]])).toBeNull()
    expect(snapshotRevisions.tableRevisionsIn([[null, 'totals']])).toBeNull()
  })
})
