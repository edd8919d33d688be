/** A request and an answer as plain values: no stage knows the HTTP framework. */

export interface HttpRequest {
  readonly method: string
  /** Path and query string as they came, undecoded. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Of whoever opened the connection: no header can forge it. */
  readonly address?: string
  /** Of requests that carry JSON or form data, and of no others. */
  readonly body?: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Empty for answers without one. */
  readonly body: string
}

export type Answer = (request: HttpRequest) => Promise<HttpResponse>
