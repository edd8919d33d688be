/** Long answers, compressed for those who can read that. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'

/** Below it an answer fits into one packet anyway. */
const SHORTEST = 1_400

/** Bytes of compressed answers that are kept for those who ask the same. */
const MOST_KEPT = 16 * 1024 * 1024

/** Beyond this quality brotli takes several times as long, for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Encoding = 'br' | 'gzip'

const ENCODERS: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: promisify(gzip),
}

export interface Compressed {
  readonly response: HttpResponse
  /** Null: the body as it is. */
  readonly bytes: Buffer | null
}

export type Compress = (request: HttpRequest, response: HttpResponse) => Promise<Compressed>

export const asItIs: Compress = async (_request, response) => ({ response, bytes: response.bytes ?? null })

export function createCompress(): Compress {
  // A validator stands for one answer: what was compressed once can be sent again.
  const kept = createStampedCache<Buffer>({ most: MOST_KEPT, weigh: (bytes) => bytes.length })
  return async ({ headers }, response) => {
    const encoding = response.body.length < SHORTEST ? null : bestOf(headers['accept-encoding'] ?? '')
    if (encoding === null) return { response, bytes: response.bytes ?? null }
    const { etag } = response.headers
    const encode = () => ENCODERS[encoding](response.bytes ?? response.body)
    const bytes = etag === undefined ? await encode() : await kept.get(`${encoding} ${etag}`, '', encode)
    return { response: { ...response, headers: { ...response.headers, 'content-encoding': encoding } }, bytes }
  }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3; the smaller one of those that are accepted. */
export function bestOf(accepted: string): Encoding | null {
  const weights = new Map(accepted.split(',').map(weighed))
  const isAccepted = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(isAccepted) ?? null
}

function weighed(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
}
