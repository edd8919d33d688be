/** A request to both servers: a GET below the API's prefix. */
export interface ComparedRequest {
  /** Path and query string as they are sent, with the prefix: `/api/articles?sort=title`. */
  readonly path: string
  /** How often it is in the log that it comes from. */
  readonly times: number
  /** Sent without the token: for what the public may see. */
  readonly anonymous: boolean
}

export function requestTo(path: string, more: Partial<ComparedRequest> = {}): ComparedRequest {
  return { path, times: 1, anonymous: false, ...more }
}
