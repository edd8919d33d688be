/**
 * Draws the pictures into content/assets/uploads, each with its smaller versions: `node example/make/draw.js`.
 * Run make.js afterwards: it notes their sizes. Another release of sharp may write other bytes for the same picture.
 */

import { mkdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { PICTURES } from './pictures.js'
import { UPLOADS } from './places.js'

/** The sizes that an upload makes of such a picture. */
const BOXES = [
  ['', null],
  ['thumbnail_', { width: 245, height: 156, fit: 'inside' }],
  ['small_', { width: 500, height: 500, fit: 'inside' }],
]

const encode = (image, ext) =>
  ext === '.webp' ? image.webp({ quality: 82, effort: 6 }) : image.png({ palette: true, colours: 64, effort: 10 })

mkdirSync(UPLOADS, { recursive: true })
for (const { name, hash, drawing } of PICTURES) {
  const ext = extname(name)
  for (const [prefix, box] of BOXES) {
    const image = sharp(Buffer.from(drawing))
    const sized = box === null ? image : image.resize(box)
    await encode(sized, ext).toFile(join(UPLOADS, `${prefix}${hash}${ext}`))
  }
}
console.log(`Drew ${PICTURES.length} pictures.`)
