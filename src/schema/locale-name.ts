/** The English name of a locale: `fr-FR` → `French (France)`; null if part of the code is unknown. */
export function localeName(code: string): string | null {
  // Made here, not at startup: the first one takes as long as reading a small project.
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard', fallback: 'none' })
  return names.of(code) ?? null
}

/** The name that is stored, as Strapi stores it: `French (France) (fr-FR)`. */
export function storedLocaleName(code: string): string {
  return `${localeName(code) ?? code} (${code})`
}
