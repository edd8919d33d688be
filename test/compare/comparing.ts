/** Runs a comparison with options of a test, and the defaults of the command line. */

import type { Comparison } from '../../src/compare/comparison.ts'
import { type CompareOptions, compareProject } from '../../src/operate/compare-project.ts'
import { fixture } from '../support/fixture.ts'

export function compareWith(strapi: string, more: Partial<CompareOptions> = {}): Promise<Comparison> {
  return compareProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    env: { TZ: 'UTC' },
    strapi,
    lectern: null,
    requests: null,
    seed: 1,
    most: 400,
    tokens: { strapi: null, lectern: null },
    headers: {},
    concurrency: 4,
    rate: 1_000,
    longest: 100_000,
    timeout: 10_000,
    stop: new AbortController().signal,
    onProgress: () => {},
    ...more,
  })
}

/** The requests in the format of a file. */
export const listed = (...paths: readonly string[]) => ({ name: 'requests.txt', text: paths.join('\n') })
