/** A request and a response as plain values: no stage knows the HTTP framework. */

import type { Body } from './body.ts'

export interface HttpRequest {
  readonly method: string
  /** Path and query string as they came, undecoded. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /**
   * The client's: of the connection, or as a trusted proxy (`server.proxy`) names it. No header of an untrusted client
   * changes it.
   */
  readonly address?: string | undefined
  /** The version of HTTP: `1.1`. */
  readonly version?: string | undefined
  /** Only for requests that carry JSON or form data. */
  readonly body?: string
  /**
   * For multipart requests: the body as it arrives, not read yet, so that files are not accepted before the
   * caller is known. Throws when it ends early.
   */
  readonly stream?: AsyncIterable<Uint8Array>
  /** Aborted, with an error that says why, when the response is no longer wanted. */
  readonly signal?: AbortSignal | undefined
  /** When that will be at the latest: a moment of `performance.now()`. */
  readonly until?: number
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Empty for responses without a body. */
  readonly body: Body
  /** Whether other responses share this headers object: it is serialized once for all of them. */
  readonly sharesHeaders?: true
  /** For `Server-Timing`, beside the headers. */
  readonly timing?: string
  /** For the log: a parameter of the request that was ignored, probably by mistake. */
  readonly ignored?: string
  /** Sent in place of the body. */
  readonly file?: FileSlice
  /** Sent in place of the body, while it is being made. */
  readonly stream?: StreamedBody
}

/** The same bytes for several clients are best one `Buffer`: it is in memory once, however many have not read it yet. */
export type Chunk = string | Buffer

interface StreamedBody {
  /**
   * Begins the stream; not called for HEAD. The head of the response is sent with the first chunk, so an error before that
   * is a normal error response. Any later error closes the connection, so that the client does not mistake a part for the
   * whole. The next chunk is requested when the client has read the previous ones. When the request's `signal` is aborted,
   * the stream must end with at most one more chunk.
   */
  chunks(): AsyncIterable<Chunk>
  /** Aborted when it has to end for reasons of its own, even if the client has not read what there is. */
  readonly ending?: AbortSignal
  /** Endless: each chunk is of use at once, so they are not compressed, and shutting down ends it without waiting. */
  readonly isLive: boolean
}

/** Some bytes of a file. */
export interface FileSlice {
  readonly path: string
  readonly start: number
  readonly length: number
}

export type Answer = (request: HttpRequest) => Promise<HttpResponse>
