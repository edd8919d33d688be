/** Long responses, compressed for clients that accept it. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { shareByKey } from '../cache/share-by-key.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import { byteLength, bytesOf } from '../request/body.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { createCompressionQueue } from './compression-queue.ts'
import { memoize } from './memoize.ts'

/** Bytes. A shorter response fits into one packet anyway. */
const SHORTEST = 1_400

/** Bytes of compressed responses in the cache. */
const MOST_CACHED = 16 * 1024 * 1024

/** Beyond this quality brotli takes several times as long, for a few percent. */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Encoding = 'br' | 'gzip'

const ENCODERS: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: promisify(gzip),
}

export interface Encoded {
  /** Null: as it is. */
  readonly encoding: Encoding | null
  /** Null: the body of the response. */
  readonly bytes: Buffer | null
}

/** At once where nothing has to be compressed, or where that was done before. */
export type Compress = (request: HttpRequest, response: HttpResponse) => Encoded | Promise<Encoded>

export const asItIs: Compress = (_request, { body }) => ({
  encoding: null,
  bytes: Buffer.isBuffer(body) ? body : null,
})

export function createCompress(): Compress {
  // An ETag identifies one response, so its compressed bytes can be sent again.
  const cached = createStampedCache<Buffer>({ most: MOST_CACHED, weigh: (bytes, key) => bytes.length + key.length })
  /** Requests that come while a response is being compressed share the result. */
  const share = shareByKey<Encoded>()
  const best = memoize(bestOf)
  const queue = createCompressionQueue()

  function encode(request: HttpRequest, response: HttpResponse, encoding: Encoding): Encoded | Promise<Encoded> {
    const { body } = response
    const work = async () => ({ encoding, bytes: copyOf(await ENCODERS[encoding](bytesOf(body))) })
    return queue.run(byteLength(body), work) ?? asItIs(request, response)
  }

  async function encodeAndKeep(request: HttpRequest, response: HttpResponse, encoding: Encoding, key: string) {
    const encoded = await encode(request, response, encoding)
    if (encoded.encoding !== null && encoded.bytes !== null) cached.keep(key, '', encoded.bytes)
    return encoded
  }

  return (request, response) => {
    const accepted = request.headers['accept-encoding']
    if (accepted === undefined || byteLength(response.body) < SHORTEST) return asItIs(request, response)
    const encoding = best(accepted)
    if (encoding === null) return asItIs(request, response)
    const { etag } = response.headers
    if (etag === undefined) return encode(request, response, encoding)
    const key = `${encoding} ${etag}`
    const bytes = cached.find(key, '')
    if (bytes !== undefined) return { encoding, bytes }
    return share(key, () => encodeAndKeep(request, response, encoding, key))
  }
}

/** zlib's result is a part of a chunk of 16 kB, all of which stays in memory as long as the part does. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Characters of Accept-Encoding. Browsers send some thirty; a header full of codings would keep the event loop busy. */
const LONGEST_ACCEPTED = 1_000

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3; the smaller one of those that are accepted. */
export function bestOf(accepted: string): Encoding | null {
  if (accepted.length > LONGEST_ACCEPTED) return null
  const weights = new Map(accepted.split(',').map(weighed))
  const isAccepted = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(isAccepted) ?? null
}

function weighed(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
}
