/** The events that webhooks are sent, with Strapi's names. */

const ENTRY_EVENTS = [
  'entry.create',
  'entry.update',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'entry.delete',
] as const

const MEDIA_EVENTS = ['media.create', 'media.update', 'media.delete'] as const

export const WEBHOOK_EVENTS = [...ENTRY_EVENTS, ...MEDIA_EVENTS] as const

export type EntryEvent = (typeof ENTRY_EVENTS)[number]
export type MediaEvent = (typeof MEDIA_EVENTS)[number]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The event of `lectern webhook test`, and of the button in Strapi's admin panel. */
export const TEST_EVENT = 'trigger-test'

/** The event of the preset that purges caches. It has no name in Strapi. */
export const PURGE_EVENT = 'cache-tags'
