/** Checks whether a code can be that of a locale, and finds the locale's name. */

import { refusal } from '../config/problem.ts'
import { localeName, storedLocaleName } from '../schema/locale-name.ts'

const LONGEST_CODE = 35
const LONGEST_NAME = 50
const FORM = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/

/** Returns the name to store. `given`: a name that the user chose; with it, unknown languages are accepted too. */
export function nameFor(code: string, given: string | null): string {
  if (!isTag(code)) throw refusal(`"${code}" is not a language tag.${spelling(code)} ${EXAMPLES}`)
  const canonical = canonicalOf(code)
  if (canonical !== code && canonical.toLowerCase() === code.toLowerCase()) {
    throw refusal(`"${code}" is written ${canonical}: codes are compared letter by letter.`)
  }
  if (given !== null) return checkName(given)
  if (localeName(code) !== null) return storedLocaleName(code)
  throw refusal(
    `No language or region is known by "${code}". ${EXAMPLES} If the code is right, give it a name with --name.`,
  )
}

const EXAMPLES = 'Codes are such as en, fr-FR, zh-Hans and es-419.'

function isTag(code: string): boolean {
  return code.length <= LONGEST_CODE && FORM.test(code) && canonicalOf(code) !== ''
}

/** In the usual letter case; empty for an invalid language tag. */
function canonicalOf(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? ''
  } catch {
    return ''
  }
}

/** `fr_FR`, as many programs write it. */
function spelling(code: string): string {
  const dashed = code.replaceAll('_', '-')
  return isTag(dashed) ? ` Did you mean ${canonicalOf(dashed)}?` : ''
}

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME && !/\p{Cc}/u.test(trimmed)) return trimmed
  throw refusal(`The name of a locale has 1 to ${LONGEST_NAME} characters.`)
}
