/** Reads which proxies are trusted to name the client's address. */

import { isIP } from 'node:net'
import { isRecord } from './project-config.ts'
import { type SettingReader, shown } from './setting-readers.ts'
import type { ProxySettings } from './settings.ts'

/** Named ranges: this machine, link-local addresses (169.254.0.0/16, fe80::/10), private networks. */
const RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/**
 * `proxy: true` and `proxy: { koa: true }` are Strapi's settings; `trusted` is Lectern's own. Null: no header is
 * trusted.
 */
export function readProxy(read: SettingReader): ProxySettings | null {
  const configured = read.raw('server', 'proxy')
  if (configured === undefined || configured === false) return null
  if (configured === true) return { trusted: RANGES }
  if (!isRecord(configured)) {
    const wanted = 'This must be true, false, or an object with koa: true and a list trusted'
    read.problem('server', 'proxy', `${wanted}, not ${shown(configured)}.`)
    return null
  }
  const trusted = read.names('server', 'proxy.trusted')
  for (const address of trusted.filter((one) => !isRange(one))) {
    const wanted = `An address (10.0.0.7), a network (10.0.0.0/8), or one of ${RANGES.join(', ')}`
    read.problem('server', 'proxy.trusted', `${wanted} is expected, not ${shown(address)}.`)
  }
  if (!read.boolean('server', 'proxy.koa', trusted.length > 0)) return null
  return { trusted: trusted.length > 0 ? trusted.filter(isRange) : RANGES }
}

function isRange(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}
