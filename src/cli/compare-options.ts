/** The options of `lectern compare`, checked. */

import type { CompareOptions } from '../operate/compare-project.ts'
import type { Arguments } from './arguments.ts'
import { OPTIONS, type OptionName } from './options.ts'
import { readHeaders } from './read-headers.ts'
import { UsageError } from './usage-error.ts'

type Chosen = Pick<
  CompareOptions,
  'strapi' | 'lectern' | 'seed' | 'most' | 'tokens' | 'headers' | 'concurrency' | 'rate' | 'longest' | 'timeout'
>

export function readCompareOptions({ text, words }: Arguments, env: NodeJS.ProcessEnv): Chosen {
  const [word] = words
  const strapi = text('with')
  if (word !== undefined) throw new UsageError(`Usage: lectern compare --with ${word}.`)
  if (strapi === null) throw new UsageError('Say where Strapi runs: lectern compare --with http://localhost:1337.')
  const lectern = text('lectern')
  const number = (option: OptionName, fallback: number, most: number) => toNumber(option, text(option), fallback, most)
  const token = env.LECTERN_COMPARE_TOKEN || null
  return {
    strapi: toAddress('with', strapi),
    lectern: lectern === null ? null : toAddress('lectern', lectern),
    seed: number('seed', 1, 2 ** 32 - 1),
    most: number('limit', 400, 100_000),
    tokens: { strapi: env.LECTERN_COMPARE_STRAPI_TOKEN || token, lectern: token },
    headers: readHeaders('header', text('header')),
    concurrency: number('concurrency', 1, 32),
    rate: number('rate', 50, 1_000),
    longest: number('time-limit', 600, 86_400) * 1_000,
    timeout: number('timeout', 30, 600) * 1_000,
  }
}

function toNumber(option: OptionName, text: string | null, fallback: number, most: number): number {
  if (text === null) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
  throw new UsageError(`--${option} must be a number from 1 to ${most}, not "${text}".`)
}

function toAddress(option: OptionName, text: string): string {
  const isWhole = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isWhole) throw new UsageError(`--${option} must be a URL such as ${OPTIONS[option].value}, not "${text}".`)
  const { username, password, search } = new URL(text)
  if (username !== '' || password !== '') throw new UsageError(`--${option} must not contain a password: use --header.`)
  if (search !== '') throw new UsageError(`--${option} is an address without a query: ${text.split('?')[0]}.`)
  return text
}
