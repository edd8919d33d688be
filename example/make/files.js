/** The pictures as an archive has them: rows of files, and a note beside each file. Sizes are those on disk. */

import { statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { BEGINNING } from './documents.js'
import { documentId } from './ids.js'
import { PICTURES } from './pictures.js'
import { UPLOADS } from './places.js'

const MIME = { '.png': 'image/png', '.webp': 'image/webp' }
const FORMATS = { thumbnail: [234, 156], small: [500, 333] }

export function fileRecords() {
  return PICTURES.map((picture, index) => ({ type: 'plugin::upload.file', id: index + 1, data: fileData(picture) }))
}

function fileData({ key, name, hash, alternativeText, caption }) {
  const ext = extname(name)
  const formats = Object.entries(FORMATS).map(([format, size]) => [
    format,
    formatData(format, size, { name, hash, ext }),
  ])
  return {
    documentId: documentId('file', key),
    name,
    alternativeText,
    caption,
    focalPoint: null,
    width: 720,
    height: 480,
    formats: Object.fromEntries(formats),
    hash,
    ext,
    mime: MIME[ext],
    size: kilobytes(bytesOf(`${hash}${ext}`)),
    url: `/uploads/${hash}${ext}`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    folderPath: '/',
    createdAt: BEGINNING,
    updatedAt: BEGINNING,
    publishedAt: BEGINNING,
    locale: null,
  }
}

function formatData(format, [width, height], { name, hash, ext }) {
  const file = `${format}_${hash}${ext}`
  const bytes = bytesOf(file)
  return {
    name: `${format}_${name}`,
    hash: `${format}_${hash}`,
    ext,
    mime: MIME[ext],
    path: null,
    width,
    height,
    size: kilobytes(bytes),
    sizeInBytes: bytes,
    url: `/uploads/${file}`,
  }
}

/** Name of the file → what is noted of it. */
export function assetNotes() {
  return fileRecords().flatMap(({ id, data }) => [
    [`${data.hash}${data.ext}`, { id, ...data }],
    ...Object.entries(data.formats).map(([type, format]) => [
      `${format.hash}${format.ext}`,
      { ...format, type, id, mainHash: data.hash },
    ]),
  ])
}

const bytesOf = (file) => statSync(join(UPLOADS, file)).size
const kilobytes = (bytes) => Math.round(bytes / 10) / 100
