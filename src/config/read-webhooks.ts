/** Reads the settings for sending webhooks: `webhooks` in config/server. */

import ipaddr from 'ipaddr.js'
import { isRecord } from './project-config.ts'
import { type SettingReader, shown } from './setting-readers.ts'
import type { WebhookSettings } from './settings.ts'

const TIMEOUT_SECONDS = 10
const LONGEST_TIMEOUT_SECONDS = 60
const ATTEMPTS = 20

export function readWebhooks(read: SettingReader): WebhookSettings {
  const seconds = read.positiveInteger('server', 'webhooks.timeout', TIMEOUT_SECONDS)
  return {
    timeout: Math.min(seconds, LONGEST_TIMEOUT_SECONDS) * 1_000,
    attempts: read.positiveInteger('server', 'webhooks.attempts', ATTEMPTS),
    allowPrivate: readAllowed(read),
    defaultHeaders: readHeaders(read),
  }
}

function readAllowed(read: SettingReader): WebhookSettings['allowPrivate'] {
  const configured = read.raw('server', 'webhooks.allowPrivate')
  if (configured === undefined) return false
  if (typeof configured === 'boolean') return configured
  const networks = Array.isArray(configured) ? configured : [configured]
  const known = networks.filter((network): network is string => typeof network === 'string' && isNetwork(network))
  if (known.length < networks.length) {
    const wanted = 'true, or a list of addresses (10.0.0.7) and networks (10.0.0.0/8)'
    read.problem('server', 'webhooks.allowPrivate', `This must be ${wanted}, not ${shown(configured)}.`)
  }
  return known
}

function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

function readHeaders(read: SettingReader): Readonly<Record<string, string>> {
  const configured = read.raw('server', 'webhooks.defaultHeaders') ?? {}
  const entries = isRecord(configured) ? Object.entries(configured) : []
  const headers = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (!isRecord(configured) || headers.length < entries.length) {
    read.problem('server', 'webhooks.defaultHeaders', 'This must map names of headers to their values, both texts.')
  }
  return Object.fromEntries(headers)
}
