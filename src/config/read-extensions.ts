import { EXTENSION_NAMES, type Extension } from '../vocabulary/extensions.ts'
import { asNames, type SettingReader, shown } from './setting-readers.ts'
import { suggestion } from './suggestion.ts'

/** `rest.extensions`: a list of names, or `true` for all. `given`: takes precedence over the configuration. */
export function readExtensions(read: SettingReader, given?: boolean | readonly Extension[]): readonly Extension[] {
  const value = given ?? read.raw('api', 'rest.extensions') ?? false
  if (typeof value === 'boolean') return value ? EXTENSION_NAMES : []
  const names = asNames(value)
  if (names === undefined) {
    read.problem('api', 'rest.extensions', `This must be a list of names, or true for all, not ${shown(value)}.`)
    return []
  }
  const unknown = names.filter((name) => !isExtension(name))
  for (const name of unknown) {
    const all = `There are: ${EXTENSION_NAMES.join(', ')}.`
    read.problem(
      'api',
      'rest.extensions',
      `There is no extension ${shown(name)}.${suggestion(name, EXTENSION_NAMES)} ${all}`,
    )
  }
  return names.filter(isExtension)
}

function isExtension(name: string): name is Extension {
  return EXTENSION_NAMES.some((known) => known === name)
}
