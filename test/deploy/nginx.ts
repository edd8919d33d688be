/** A real nginx with the configuration of docs/deploy.md, or another. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownFile } from './page.ts'

/** The name in the page's configuration. */
export const HOST = 'content.example.com'

export interface Ports {
  readonly http: number
  readonly https: number
  /** Those of the processes behind it. */
  readonly first: number
  readonly second: number
}

const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0)

/** Tests that need it are skipped where it is not installed. */
export const hasNginx = PROGRAM !== undefined && spawnSync('openssl', ['version']).status === 0

export function startNginx(place: string, ports: Ports): ChildProcess {
  mkdirSync(place)
  createCertificate(place)
  return startNginxWith(place, deployedSite(place, ports))
}

/** `site`: what stands inside of `http { … }`. */
export function startNginxWith(place: string, site: string): ChildProcess {
  writeFileSync(join(place, 'nginx.conf'), configurationOf(place, site))
  return spawn(PROGRAM ?? '', ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'ignore' })
}

function createCertificate(place: string): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(place, 'privkey.pem'), '-out', join(place, 'fullchain.pem')]
  execFileSync('openssl', ['req', ...kind, '-subj', `/CN=${HOST}`, ...files], { stdio: 'pipe' })
}

/** The page's own as it is, but for ports and the place of the certificate. */
function deployedSite(place: string, ports: Ports): string {
  return shownFile('nginx')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
    .replace('127.0.0.1:1337', `127.0.0.1:${ports.first}`)
    .replace('127.0.0.1:1338', `127.0.0.1:${ports.second}`)
    .replaceAll(`/etc/ssl/${HOST}`, place)
}

/** A site within what Debian's nginx.conf has. */
function configurationOf(place: string, site: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(place, kind)};`)
  // Its processes must be able to write to the folder of the test.
  const owner = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off;
${owner}
pid ${join(place, 'pid')};
error_log stderr warn;
events {}
http {
access_log off;
${temporary.join('\n')}
${site}
}
`
}
