import { expect, it } from 'vitest'
import { driverSentence } from './driver-sentence.ts'

const OLDER = { node: '20.20.2', napi: '9' }
const RECENT = { node: '24.21.0', napi: '10' }
const NOT_BUILT = 'Could not locate the bindings file. Tried:\n → /x/better_sqlite3.node'
const OTHER_NODE = 'The module was compiled against NODE_MODULE_VERSION 115'

it.each([
  [OLDER, '', NOT_BUILT, /is not built.*npm rebuild/],
  [OLDER, 'ERR_DLOPEN_FAILED', OTHER_NODE, /another version of Node.*\(Node 20\.20\.2\).*npm rebuild/],
  // Rebuilding version 12 must not be suggested for these: it would crash.
  [RECENT, '', NOT_BUILT, /^(?!.*rebuild).*\(24\.21\.0\) is not installed.*Delete node_modules.*npm install$/],
  [RECENT, 'ERR_DLOPEN_FAILED', OTHER_NODE, /^(?!.*rebuild).*Delete node_modules.*npm install$/],
  [RECENT, 'MODULE_NOT_FOUND', "Cannot find module 'better-sqlite3'", /npm install --include=optional/],
])('explains for %j what to do about %s "%s"', (versions, code, message, expected) => {
  expect(driverSentence(code, message, versions)).toMatch(expected)
})

it('ignores other errors', () => {
  expect(driverSentence('SQLITE_IOERR', 'disk I/O error', OLDER)).toBeNull()
})
