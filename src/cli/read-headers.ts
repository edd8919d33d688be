/** Reads options such as `--header`. */

import type { OptionName } from './options.ts'
import { UsageError } from './usage-error.ts'

/** Headers are joined by commas, which values may contain, too: a comma separates only if a name and a colon follow. */
export function readHeaders(option: OptionName, text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {}
  const parts = text.split(/,(?=\s*[\w-]+:)/)
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.*?)\s*$/.exec(part) ?? []
      // The message does not repeat the value, which may be a secret.
      if (name === '') throw new UsageError(`--${option} must be a name and a value: --${option} "Name: value".`)
      return [name.toLowerCase(), value]
    }),
  )
}
