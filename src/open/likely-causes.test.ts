import { describe, expect, it } from 'vitest'
import type { Notice } from '../config/notice.ts'
import { ProjectError, UnreachableError } from '../config/problem.ts'
import { withLikelyCauses } from './likely-causes.ts'

const notice = (message: string): Notice => ({ about: 'config', model: null, file: 'config/a.js', path: 'x', message })
const MISSPELT = notice('There is no setting of this name. Did you mean "filename"? It is ignored.')
const OTHER = notice('The plugin is not there.')
const PROBLEM = { file: null, path: null, message: 'There is no database.' }

const failing = (error: Error) => withLikelyCauses([MISSPELT, OTHER], () => Promise.reject(error))

describe('withLikelyCauses', () => {
  it('adds misspelt keys to the problems of a project, and nothing else', async () => {
    await expect(failing(new ProjectError([PROBLEM]))).rejects.toMatchObject({ problems: [PROBLEM, MISSPELT] })
    await expect(failing(new UnreachableError([PROBLEM]))).rejects.toBeInstanceOf(UnreachableError)
  })

  it('leaves other errors as they are', async () => {
    const error = new Error('a bug')
    await expect(failing(error)).rejects.toBe(error)
  })
})
