/** A project with files: who may upload, images drawn on the spot, forms as clients send them. */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { hashToken } from '../../src/auth/api-token.ts'
import type { Lectern } from '../../src/index.ts'
import { type Place, PREPARED_PLACES, type Schemas } from '../migrate/places.ts'

export const KEY = 'the-key'
export const AS_KEY = { authorization: `Bearer ${KEY}` }

export type FileEntry = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly url: string
  readonly hash: string
  readonly formats: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
}

export interface Site {
  readonly place: Place
  readonly lectern: Lectern
  readonly uploads: string
  /** Everything in the folder of uploads, at any depth, folders left out. */
  kept(): readonly string[]
  upload(form: FormData, query?: string): Promise<{ readonly status: number; readonly body: unknown }>
  /** Uploads one file, and gives its entry. */
  one(name: string, content: Buffer | string, info?: object): Promise<FileEntry>
  ask(path: string, method?: string): Promise<{ readonly status: number; readonly body: unknown }>
  count(table: string): Promise<number>
}

const TYPES = {
  article: {
    title: { type: 'string' },
    cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
    gallery: { type: 'media', multiple: true },
  },
}

export async function openSite(
  kind: keyof typeof PREPARED_PLACES = 'SQLite',
  config: Readonly<Record<string, unknown>> = {},
  schemas: Schemas = { types: TYPES },
): Promise<Site> {
  const place = await PREPARED_PLACES[kind]()
  place.write(schemas)
  for (const [name, value] of Object.entries(config)) {
    mkdirSync(join(place.folder, 'config'), { recursive: true })
    writeFileSync(join(place.folder, 'config', `${name}.json`), JSON.stringify(value))
  }
  const lectern = await place.open({ migrate: true })
  await allowEverything(place)
  const uploads = join(place.folder, 'public', 'uploads')
  const ask: Site['ask'] = async (path, method = 'GET') =>
    parsed(await lectern.fetch(path, { method, headers: AS_KEY }))
  const upload: Site['upload'] = async (form, query = '') =>
    parsed(await lectern.fetch(`/api/upload${query}`, { method: 'POST', headers: AS_KEY, body: form }))
  return {
    place,
    lectern,
    uploads,
    kept: () => filesIn(uploads),
    upload,
    one: async (name, content, info) => {
      const { status, body } = await upload(formOf([[name, content]], info))
      if (status !== 201) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`)
      return (body as readonly FileEntry[])[0] as FileEntry
    },
    ask,
    count: async (table) => Number((await place.sql(`select count(*) from ${table}`))[0]?.[0]),
  }
}

async function allowEverything(place: Place): Promise<void> {
  await place.sql(
    `insert into strapi_api_tokens (name, type, access_key, kind) values ('key', 'full-access', '${hashToken(KEY, 'salt')}', 'content-api')`,
  )
}

async function parsed(response: Response) {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

export function formOf(
  files: readonly (readonly [name: string, content: Buffer | string])[],
  info?: unknown,
): FormData {
  const form = new FormData()
  for (const [name, content] of files) {
    form.append('files', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  }
  if (info !== undefined) form.append('fileInfo', JSON.stringify(info))
  return form
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !statSync(join(folder, name)).isDirectory())
      .sort()
  } catch {
    return []
  }
}

/** Red above, blue below. */
export function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
): Promise<Buffer> {
  return halves(width, height).toFormat(format).toBuffer()
}

/** The same, lying on its side as cameras store it. */
export function turnedPicture(width: number, height: number): Promise<Buffer> {
  return halves(height, width).jpeg().withMetadata({ orientation: 6 }).toBuffer()
}

function halves(width: number, height: number) {
  const half = Math.floor(height / 2)
  const below = { create: { width, height: height - half, channels: 3, background: '#00f' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: below, top: half, left: 0 },
  ])
}

/** Black, one bit a pixel: as small as an image of its size can be. */
export function blankPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, check, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
