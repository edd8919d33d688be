/** What a locale is called, in English: `fr-FR` → `French (France)`; null when a part of the code is not known. */
export function localeName(code: string): string | null {
  return NAMES.of(code) ?? null
}

/** The name that is stored, as Strapi stores it: `French (France) (fr-FR)`. */
export function storedLocaleName(code: string): string {
  return `${localeName(code) ?? code} (${code})`
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard', fallback: 'none' })
