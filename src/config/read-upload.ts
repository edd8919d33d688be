import { isRecord } from './project-config.ts'
import { asPositiveInteger, type SettingReader, shown } from './setting-readers.ts'
import type { UploadSettings } from './settings.ts'

/** Strapi's name for storage in the uploads folder. */
export const LOCAL_PROVIDER = 'local'

const SIZE_LIMIT = 200 * 1024 * 1024

/** Processing an image this large takes one core about two seconds. */
const PIXEL_LIMIT = 25_000_000

const BREAKPOINTS: ReadonlyMap<string, number> = new Map([
  ['small', 500],
  ['medium', 750],
  ['large', 1_000],
])

export function readUpload(read: SettingReader): UploadSettings {
  const isAnyAllowed = read.raw('plugins', 'upload.config.security.allowedTypes') === undefined
  return {
    publicFolder: read.text('server', 'dirs.public', './public'),
    provider: read.text('plugins', 'upload.config.provider', LOCAL_PROVIDER),
    sizeLimit: read.positiveInteger('plugins', 'upload.config.sizeLimit', SIZE_LIMIT),
    pixelLimit: read.positiveInteger('plugins', 'upload.config.pixelLimit', PIXEL_LIMIT),
    breakpoints: readBreakpoints(read),
    // An empty list allows nothing; no list allows everything.
    allowedTypes: isAnyAllowed ? null : read.names('plugins', 'upload.config.security.allowedTypes'),
    deniedTypes: read.names('plugins', 'upload.config.security.deniedTypes'),
  }
}

/** Format names are parts of file names, and `thumbnail` is reserved. */
const FORMAT = /^(?!thumbnail$)[A-Za-z\d][A-Za-z\d-]{0,29}$/

function readBreakpoints(read: SettingReader): ReadonlyMap<string, number> {
  const configured = read.raw('plugins', 'upload.config.breakpoints')
  if (configured === undefined) return BREAKPOINTS
  const entries = isRecord(configured) ? Object.entries(configured) : []
  const edges = entries.map(([format, edge]) => [format, asPositiveInteger(edge) ?? 0] as const)
  if (isRecord(configured) && edges.every(([format, edge]) => FORMAT.test(format) && edge > 0)) return new Map(edges)
  const wanted = 'This must map names of formats (letters, digits and dashes) to whole numbers of pixels above 0'
  read.problem('plugins', 'upload.config.breakpoints', `${wanted}, not ${shown(configured)}.`)
  return BREAKPOINTS
}
