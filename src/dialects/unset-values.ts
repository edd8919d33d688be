/**
 * Undefined values in `config/database`, mostly from `env('UNSET')`: they silently open another database than the
 * intended one.
 */

import { isRecord } from '../config/project-config.ts'
import { BACKENDS, isClientName } from './backends.ts'
import type { TargetSources } from './found-target.ts'

export interface UnsetValue {
  readonly file: string
  readonly path: string
  readonly message: string
}

export function unsetValues({ override, configured }: TargetSources): readonly UnsetValue[] {
  const connection = isRecord(configured?.value) ? configured.value.connection : undefined
  if (override !== undefined || configured === undefined || !isRecord(connection)) return []
  const { client, connection: options } = connection
  if (!isClientName(client) || !isRecord(options)) return []
  return Object.entries(BACKENDS[client].naming.withoutValues(options))
    .filter(([name]) => Object.hasOwn(options, name) && (options[name] ?? null) === null)
    .map(([name, used]) => ({
      file: configured.file,
      path: `connection.connection.${name}`,
      message: `This has no value, so ${used} is used. If it comes from a variable, give the variable a value, or write a default into the file.`,
    }))
}
