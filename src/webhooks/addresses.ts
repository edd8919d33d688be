/** Decides which addresses requests may be sent to: public ones, and those that the project allows. */

import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `true`: every address. Otherwise networks, such as `10.1.0.0/16`, and single addresses. */
export type AllowedPrivate = boolean | readonly string[]

/** An address in a message; never a part of the response. */
export class RefusedAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address; webhooks.allowPrivate in config/server allows it, after a restart`)
    this.name = 'RefusedAddress'
  }
}

/** All global IPv6 addresses; the rest is local, reserved, or translates to IPv4. */
const GLOBAL: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3')

export function mayReach(address: string, allowed: AllowedPrivate): boolean {
  if (allowed === true) return true
  // An IPv4 address inside an IPv6 one is judged as what it is.
  const parsed = ipaddr.process(withoutZone(address))
  if (allowed !== false && allowed.some((network) => isIn(parsed, network))) return true
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [range, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null]
  if (range.kind() !== address.kind()) return false
  return address.match(range as ipaddr.IPv4 & ipaddr.IPv6, bits ?? (range.kind() === 'ipv4' ? 32 : 128))
}

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? address

/** The address in a URL: `http://2130706433` and `http://0x7f.1` are 127.0.0.1, as in every URL parser. Null for a name. */
export function addressIn({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}

/**
 * Resolves names for `net.connect`, which connects to what this returns and does not ask again: a name cannot lead
 * elsewhere after it was checked. One private address among several refuses them all.
 */
export function checkedLookup(allowed: AllowedPrivate, lookup: typeof resolve = resolve): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0)
      const refused = found.find(({ address }) => !mayReach(address, allowed))
      if (refused !== undefined) return callback(new RefusedAddress(`${hostname} (${refused.address})`), '', 0)
      const [first] = found
      if (options.all === true) return callback(null, found)
      return callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}
