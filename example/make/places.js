/** Paths of the example. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const EXAMPLE = dirname(dirname(fileURLToPath(import.meta.url)))
export const CONTENT = join(EXAMPLE, 'content')
export const UPLOADS = join(CONTENT, 'assets', 'uploads')
