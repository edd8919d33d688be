import { describe, expect, it } from 'vitest'
import type { Notice } from '../config/notice.ts'
import { ProjectError, UnreachableError } from '../config/problem.ts'
import { withLikelyCauses } from './likely-causes.ts'

const notice = { model: null, file: 'config/a.js', path: 'x', message: 'It is ignored.' }
const MISSPELT: Notice = { ...notice, about: 'misspelling' }
const OTHER: Notice = { ...notice, about: 'config' }
const PROBLEM = { file: null, path: null, message: 'There is no database.' }

const failing = (error: Error) => withLikelyCauses([MISSPELT, OTHER], () => Promise.reject(error))

describe('withLikelyCauses', () => {
  it('adds misspelt keys to the problems of a project, and nothing else', async () => {
    await expect(failing(new ProjectError([PROBLEM]))).rejects.toMatchObject({ problems: [PROBLEM, MISSPELT] })
    await expect(failing(new UnreachableError([PROBLEM]))).rejects.toBeInstanceOf(UnreachableError)
  })

  it('adds switches of a content type that are neither on nor off', async () => {
    const odd: Notice = { ...notice, about: 'rule', path: 'options.draftAndPublish' }
    const opening = withLikelyCauses([OTHER, odd], () => Promise.reject(new ProjectError([PROBLEM])))
    await expect(opening).rejects.toMatchObject({ problems: [PROBLEM, odd] })
  })

  it('leaves other errors as they are', async () => {
    const error = new Error('a bug')
    await expect(failing(error)).rejects.toBe(error)
  })
})
