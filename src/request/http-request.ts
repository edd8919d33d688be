/** A request and a response as plain values: no stage knows the HTTP framework. */

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
  /** Of HTTP: `1.1`. */
  readonly version?: string
  /** Only of requests that carry JSON or form data. */
  readonly body?: string
  /**
   * Of multipart requests: the body as it arrives, not read yet, so that files are not accepted before the
   * caller is known. Throws when it ends early.
   */
  readonly stream?: AsyncIterable<Uint8Array>
  /** Aborted, with an error that says why, when the response is no longer wanted. */
  readonly signal?: AbortSignal
  /** When that will be at the latest: a moment of `performance.now()`. */
  readonly until?: number
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Empty for responses without a body. */
  readonly body: string
  /** The same as UTF-8, for responses that are sent more than once. */
  readonly bytes?: Buffer
  /** Sent in place of the body. */
  readonly file?: FileSlice
}

/** Some bytes of a file. */
export interface FileSlice {
  readonly path: string
  readonly start: number
  readonly length: number
}

export type Answer = (request: HttpRequest) => Promise<HttpResponse>
