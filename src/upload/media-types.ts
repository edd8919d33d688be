/** The media type of a file, by the ending of its name. The type that the client sends is ignored. */

/** Browsers show these, and none of them can run a script: safe to open from our origin. */
const SHOWN: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
}

/** To be saved. An SVG keeps its type, without which no page could show it as an image. */
const SAVED: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
}

/** Types that a page of our origin could run as code. The type is stored, but never sent. */
const RUNNABLE: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
}

const UNKNOWN = 'application/octet-stream'

/** `.PNG` → `image/png`. */
export function mediaTypeOf(extension: string): string {
  const key = keyOf(extension)
  return own(SHOWN, key) ?? own(SAVED, key) ?? own(RUNNABLE, key) ?? UNKNOWN
}

// Patterns may be `image/*`, `png` and `*`.
export function isAmong(mediaType: string, patterns: readonly string[]): boolean {
  const [kind, subtype] = mediaType.toLowerCase().split('/')
  const matching = ['*', '*/*', `${kind}/*`, `*/${subtype}`, `${kind}/${subtype}`]
  return patterns.some((pattern) => matching.includes(pattern.toLowerCase()))
}

export interface ServedType {
  readonly contentType: string
  /** Whether browsers may display the file; otherwise they save it. */
  readonly isShown: boolean
}

export function servedTypeOf(extension: string): ServedType {
  const key = keyOf(extension)
  const shown = own(SHOWN, key)
  if (shown !== undefined) return { contentType: withCharset(shown), isShown: true }
  return { contentType: own(SAVED, key) ?? UNKNOWN, isShown: false }
}

/** For a file whose name has no ending: that of its type, with the dot; empty when the type is not known. */
export function extensionOf(mediaType: string): string {
  const all = [...Object.entries(SHOWN), ...Object.entries(SAVED)]
  const found = all.find(([, type]) => type === mediaType)
  return found === undefined ? '' : `.${found[0]}`
}

const keyOf = (extension: string): string => extension.replace(/^\./, '').toLowerCase()

const withCharset = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

function own(types: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(types, key) ? types[key] : undefined
}
