import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { readFileInfo } from './file-info.ts'

const read = (info: object, strict: boolean) => readFileInfo([JSON.stringify(info)], 1, { bodyDepth: 20, strict })

function refusalOf(info: object): ApiError {
  try {
    read(info, true)
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('it was accepted')
}

describe('unknown keys of fileInfo', () => {
  it('are ignored, as in Strapi, unless rest.strictParams is on', () => {
    expect(read({ alt: 'x', caption: 'y' }, false)).toMatchObject([{ alternativeText: null, caption: 'y' }])
  })

  it.each([
    ['alt', 'Did you mean alternativeText?'],
    ['alternativText', 'Did you mean alternativeText?'],
    ['Caption', 'Did you mean caption?'],
    ['description', 'Did you mean caption?'],
    ['title', 'Did you mean name?'],
    ['width', 'It may have name, alternativeText, caption, focalPoint'],
  ])('are errors then: %s', (key, hint) => {
    expect(refusalOf({ caption: 'y', [key]: 'x' })).toMatchObject({
      code: 'KEY_INVALID',
      message: `Invalid key ${key} at fileInfo`,
      details: { key, path: 'fileInfo', source: 'body', hint },
    })
  })

  it('do not include those that Strapi has', () => {
    const info = { name: 'a', alternativeText: 'b', caption: null, focalPoint: { x: 1, y: 2 }, folder: 1 }
    expect(read(info, true)).toMatchObject([{ name: 'a', alternativeText: 'b', focalPoint: { x: 1, y: 2 } }])
  })
})
