import { expect, it } from 'vitest'
import { ProjectError } from '../config/problem.ts'
import type { Context } from './context.ts'
import { dev } from './dev.ts'

/** The messages of the serving process if the project cannot be opened. */
async function complaint(error: Error): Promise<string> {
  const err: string[] = []
  const context = {
    env: {},
    colour: { out: false, err: false },
    err: (line: string) => err.push(line),
    worker: {},
    openProject: () => Promise.reject(error),
  } as unknown as Context
  expect(await dev({ project: '.' }, context)).toBe(1)
  return err.join('\n')
}

it('asks to save the file that has the problem', async () => {
  const problem = { file: 'config/api.js', path: 'rest.maxLimit', message: 'This must be a number.' }
  expect(await complaint(new ProjectError([problem]))).toBe(
    '✗ config/api.js › rest.maxLimit: This must be a number.\nFix it and save the file: then it starts again.',
  )
})

it('asks to start again if the problem is not in a file', async () => {
  const problem = { file: null, path: null, message: 'Port 1337 is taken.' }
  expect(await complaint(new ProjectError([problem]))).toBe(
    '✗ Port 1337 is taken.\nFix it, then stop with Ctrl+C and start again.',
  )
})

it('asks to save a schema file if the schema does not fit the database', async () => {
  const problem = { file: null, path: 'table articles, column size', message: 'This would lose data of 6 rows.' }
  expect(await complaint(new ProjectError([problem]))).toBe(
    '✗ table articles, column size: This would lose data of 6 rows.\nWhen that is done, save a schema file: then it starts again.',
  )
})

it('restarts the server after each change, until it is stopped', async () => {
  const log: string[] = []
  const changes = ['config/api.js', 'src/api/article/schema.json']
  let stop: () => void = () => undefined
  const context = {
    colour: { out: false, err: false },
    out: (line: string) => log.push(line),
    worker: null,
    nextSignal: () =>
      new Promise<void>((resolve) => {
        stop = resolve
      }),
    startWorkers: async () => {
      log.push('started')
      return { close: async () => log.push('closed') }
    },
    watchProject: () => ({
      next: () => {
        const changed = changes.shift()
        if (changed !== undefined) return Promise.resolve(changed)
        stop()
        return new Promise<string>(() => undefined)
      },
      close: () => log.push('no longer watched'),
    }),
  } as unknown as Context
  expect(await dev({ project: '.' }, context)).toBe(0)
  expect(log).toEqual([
    'started',
    'closed',
    'config/api.js has changed: starting again.',
    'started',
    'closed',
    'src/api/article/schema.json has changed: starting again.',
    'started',
    'closed',
    'no longer watched',
  ])
})
