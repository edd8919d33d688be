/** Several servers in one URL, as in libpq: `postgres://a,b:5433/site?target_session_attrs=read-write`. */

import { refusal } from '../../config/problem.ts'

export interface Host {
  readonly host: string
  readonly port: number
}

const DEFAULT_PORT = 5432
const TARGET = 'target_session_attrs'

/** The supported values of `target_session_attrs`; both mean the same. */
const TAKES_WRITES: readonly string[] = ['read-write', 'primary']

export interface HostsInUrl {
  /** The URL with only the first server. */
  readonly url: string
  /** The servers of which one is the primary; undefined for a single server without `target_session_attrs`. */
  readonly candidates: readonly Host[] | undefined
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?/i

export function hostsInUrl(url: string): HostsInUrl {
  const [, login = '', servers = '', path = '', query = ''] = PARTS.exec(url) ?? []
  const params = new URLSearchParams(query)
  const target = params.get(TARGET)
  const candidates = candidatesOf(servers.split(',').map(hostIn), target)
  if (candidates === undefined) return { url, candidates }
  params.delete(TARGET)
  const rest = params.size === 0 ? '' : `?${params}`
  return { url: `${login}${servers.split(',')[0]}${path}${rest}`, candidates }
}

/** The same for separate options: `host` and `port` may be lists; a single port applies to all hosts. */
export function hostsInParts(host: string, port: unknown, target: unknown): readonly Host[] | undefined {
  const hosts = host.split(',')
  const ports = String(port ?? DEFAULT_PORT).split(',')
  return candidatesOf(
    hosts.map((name, index) => ({ host: name.trim(), port: Number(ports[index] ?? ports[0]) })),
    typeof target === 'string' ? target : null,
  )
}

function candidatesOf(hosts: readonly Host[], target: string | null): readonly Host[] | undefined {
  if (target !== null && !TAKES_WRITES.includes(target)) {
    const message = `${TARGET}=${target} is not supported: the database is the server that takes writes (read-write). Name servers that follow it with --replica.`
    throw refusal(message)
  }
  return hosts.length > 1 || target !== null ? hosts : undefined
}

/** `db.example.org:5433`, `[::1]`, or an empty text. */
function hostIn(text: string): Host {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(text) ?? []
  const host = bracketed ?? decodeURIComponent(plain)
  return { host: host === '' ? 'localhost' : host, port: Number(port || DEFAULT_PORT) }
}

export function placeOf({ host, port }: Host): string {
  return `${host}:${port}`
}
