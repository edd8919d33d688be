import { expect, it } from 'vitest'
import { hasPasswords } from './accounts.ts'
import type { Reader } from './reader.ts'

const readerWithout = (column: string): Reader =>
  ({ hasTables: () => true, hasColumn: (_table: string, name: string) => name !== column }) as unknown as Reader

it.each(['username', 'email', 'provider', 'password', 'confirmed', 'blocked'])(
  'users without the column %s do not log in with a password',
  (column) => {
    expect(hasPasswords(readerWithout(column))).toBe(false)
    expect(hasPasswords(readerWithout('another'))).toBe(true)
  },
)
