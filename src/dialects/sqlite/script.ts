import type { Script } from '../../sql/ddl.ts'
import { quotedText } from '../../sql/sql.ts'
import { sqliteSyntax } from './syntax.ts'

export const sqliteScript: Script = {
  syntax: sqliteSyntax,
  opening: [
    '-- Run it with sqlite3 -bail, which stops at the first error and leaves everything as it was.',
    'pragma foreign_keys = on;',
    'begin immediate;',
  ],
  closing: ['commit;'],
  written: (value) => (typeof value === 'string' ? quotedText(value) : String(value)),
}
