/** `--header` and the like. */

import type { OptionName } from './options.ts'
import { UsageError } from './usage-error.ts'

/** Several are put together with commas, which values may hold too: a new one begins with its name. */
export function readHeaders(option: OptionName, text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {}
  const parts = text.split(/,(?=\s*[\w-]+:)/)
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.*?)\s*$/.exec(part) ?? []
      // The value may be a secret, and is not repeated.
      if (name === '') throw new UsageError(`--${option} must be a name and a value: --${option} "Name: value".`)
      return [name.toLowerCase(), value]
    }),
  )
}
