/** The last step of the build: the pages of the server, with the files that they are made of, into dist/public. */

import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PAGES = dirname(fileURLToPath(import.meta.url))
const OUT = join(PAGES, '..', 'dist', 'public', 'docs')
const VIEWER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

mkdirSync(OUT, { recursive: true })
for (const file of ['index.html', 'page.css', 'page.js', 'for-viewer.js'])
  cpSync(join(PAGES, 'docs', file), join(OUT, file))
// With the licence and the notices, without which none of it may be passed on.
const parts = [
  ['swagger-ui.css', 'swagger-ui.css'],
  ['swagger-ui-bundle.js', 'swagger-ui-bundle.js'],
  ['swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui-bundle.js.LICENSE.txt'],
  ['LICENSE', 'swagger-ui.LICENSE.txt'],
  ['NOTICE', 'swagger-ui.NOTICE.txt'],
]
for (const [from, to] of parts) cpSync(join(VIEWER, from), join(OUT, to))
