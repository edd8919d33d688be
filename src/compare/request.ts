/** A request to both servers: a GET below the API's prefix. */
export interface ComparedRequest {
  /** Path and query string as sent, with the prefix: `/api/articles?sort=title`. */
  readonly path: string
  /** How often it occurs in the access log. */
  readonly times: number
  /** Whether it is sent without the token, to compare what the public may see. */
  readonly anonymous: boolean
}

export function requestTo(path: string, more: Partial<ComparedRequest> = {}): ComparedRequest {
  return { path, times: 1, anonymous: false, ...more }
}
