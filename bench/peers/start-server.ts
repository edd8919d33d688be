import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../project-root.ts'

export type Server = {
  readonly name: string
  readonly origin: string
  readonly child: ChildProcess
  readonly stop: () => Promise<void>
}

export type Surroundings = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv }

const startLimit = 180_000
const stopLimit = 10_000

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.')
  return address.port
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await exited
  clearTimeout(timer)
}

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return true
  } catch {
    return false
  }
}

const waitUntilAnswering = async (
  name: string,
  child: ChildProcess,
  url: string,
  said: () => string,
): Promise<void> => {
  const deadline = Date.now() + startLimit
  while (!(await answers(url))) {
    if (hasEnded(child)) throw new Error(`The ${name} server ended while starting. It said: ${said().trim()}`)
    if (Date.now() > deadline)
      throw new Error(`The ${name} server did not answer within ${startLimit / 1000} s. It said: ${said().trim()}`)
    await sleep(10)
  }
}

const lastWords = (child: ChildProcess): (() => string) => {
  let said = ''
  const hear = (text: Buffer): void => {
    said = (said + text.toString()).slice(-4_000)
  }
  child.stderr?.on('data', hear)
  child.stdout?.on('data', hear)
  return () => said
}

/** Starts `node <args> --port <free port>`, and returns once it answers. */
export const startServer = async (
  name: string,
  args: readonly string[],
  { cwd = projectRoot, env = {} }: Surroundings = {},
): Promise<Server> => {
  const port = await freePort()
  const child = spawn(process.execPath, [...args, '--port', String(port)], {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'silent', NODE_ENV: 'production', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said = lastWords(child)
  // The bench may be ended in the middle of a round; its servers must not outlive it.
  const abandon = (): boolean => child.kill('SIGKILL')
  process.once('exit', abandon)
  child.once('exit', () => process.off('exit', abandon))
  const origin = `http://127.0.0.1:${port}`
  try {
    await waitUntilAnswering(name, child, `${origin}/`, said)
  } catch (error) {
    await end(child)
    throw error
  }
  return { name, origin, child, stop: () => end(child) }
}
