/** The names of a file: the one people gave it, and the one it is stored under. */

import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { normalized } from '../config/normalized.ts'
import { SLUG_OPTIONS } from '../schema/scalar-rules.ts'
import { slugify } from '../validate/slugify.ts'
import { extensionOf } from './media-types.ts'

/** The maximum length of the column. */
const LONGEST_NAME = 255
/** Prefixes of formats and the random part still fit into the 255 bytes of a file name. */
const LONGEST_SLUG = 120
const RANDOM_BYTES = 5

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu
/** Direction marks, which reverse how the rest is shown: a name that ends in `.svg` would seem to end in `.jpg`. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const ENDING = /^\.[A-Za-z0-9]{1,16}$/

const ESCAPED = /%(22|0[da])/gi

/**
 * Browsers and `fetch` write a quote or line break in the name of a file as `%22`, `%0D` or `%0A`, and `%` as it is
 * (https://html.spec.whatwg.org/#multipart-form-data).
 */
export function nameInForm(written: string): string {
  return written.replace(ESCAPED, decodeURIComponent)
}

/**
 * The client's name for the file, without folders, characters that databases cannot store, and characters that disguise a
 * name.
 */
export function shownName(sent: string): string {
  const name =
    normalized(sent, 'NFC').replace(UNSTORABLE, '').replace(DIRECTIONS, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (name === '') return 'file'
  return name.length <= LONGEST_NAME ? name : shortened(name)
}

function shortened(name: string): string {
  const ending = endingIn(name)
  const characters = [...name.slice(0, name.length - ending.length)]
  let base = ''
  for (const character of characters) {
    if (base.length + character.length + ending.length > LONGEST_NAME) break
    base += character
  }
  return base + ending
}

/** With the dot. A name without an ending gets that of the type; both may be missing. */
export function chooseExtension(name: string, claimedType: string): string {
  return endingIn(name) || extensionOf(claimedType)
}

function endingIn(name: string): string {
  const ending = extname(name)
  return ENDING.test(ending) ? ending : ''
}

/** `My photo.jpg` → `My_photo_` and ten random digits, so that names do not collide. */
export function newHash(name: string, extension: string): string {
  const base = extension !== '' && name.endsWith(extension) ? name.slice(0, -extension.length) : name
  const slug = slugify(base, { ...SLUG_OPTIONS, separator: '_', lowercase: false }).slice(0, LONGEST_SLUG)
  return `${slug || 'file'}_${randomBytes(RANDOM_BYTES).toString('hex')}`
}

/** Whether a name from the database is a plain name: other programs may have written the row. */
export function isPlainName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name)
}
