/** A webhook: where events are sent, and which. */

/** Alternatives to Strapi's bodies: `cache-tags` sends the cache tags that changed. */
export const PRESETS = ['cache-tags'] as const
export type Preset = (typeof PRESETS)[number]

export interface Webhook {
  readonly id: number
  readonly name: string
  readonly url: string
  /** Sent with every request. They may hold secrets: they are neither logged nor listed. */
  readonly headers: Readonly<Record<string, string>>
  readonly events: readonly string[]
  readonly enabled: boolean
  /** The secrets that sign requests, newest first; empty for webhooks created in Strapi. */
  readonly secrets: readonly string[]
  readonly preset: Preset | null
}

/** An address that can be shown: the path and the query may hold a key, so that only their beginning is. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'not a URL'
  const { origin, pathname, search } = new URL(url)
  const path = pathname.length > SHOWN_PATH ? `${pathname.slice(0, SHOWN_PATH)}…` : pathname
  return `${origin}${path}${search === '' ? '' : '?…'}`
}

const SHOWN_PATH = 24
