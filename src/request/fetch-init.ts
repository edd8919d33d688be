/** The options of `lectern.fetch`: those of `fetch` that affect the response. */

export interface FetchInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>
  readonly body?: FetchBody | null
  /** Aborting it ends the request, and its statements, as closing the connection does. */
  readonly signal?: AbortSignal | null
}

type FetchBody = string | Uint8Array | ArrayBuffer | FormData | URLSearchParams | Blob | ReadableStream<Uint8Array>
