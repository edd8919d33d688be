/**
 * snake_case as the tables of existing projects were named with: every deviation would be a missing column.
 *   heroVideoURL → hero_video_url    address1Line → address_1_line    1stPlace → 1st_place    Straße → strasse
 */
export function snakeCase(text: string): string {
  const words = withoutDiacritics(text).replace(APOSTROPHES, '').match(WORD) ?? []
  return words.map((word) => word.toLowerCase()).join('_')
}

/** kebab-case as folder names are turned into UIDs: a name that is kebab-case already stays as it is. */
export function kebabCase(text: string): string {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : snakeCase(text).replaceAll('_', '-')
}

const APOSTROPHES = /['\u2019]/g

/** Letters of other scripts: the rules below treat them as neither upper nor lower case, and not as separators. */
const OTHER =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u167f\\u1681-\\u180d\\u180f-\\u1fff\\u2070-\\u26ff\\u27c0-\\u2fff\\u3001-\\ud7ff\\ue000-\\ufefe'

const WORD = new RegExp(
  [
    `[A-Z]?[a-z]+(?![a-z\\d${OTHER}])`,
    `[A-Z${OTHER}]+(?=[A-Z][a-z${OTHER}]|[^A-Za-z\\d${OTHER}]|$)`,
    `[A-Z]?[a-z${OTHER}]+`,
    '[A-Z]+',
    // English ordinals stay one word; elsewhere a digit begins a new one.
    '\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])',
    '\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])',
    '\\d+',
    '[\\ud800-\\udbff][\\udc00-\\udfff]',
  ].join('|'),
  'g',
)

const LATIN = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]/g
const COMBINING_MARKS = /[\u0300-\u036f\ufe20-\ufe2f\u20d0-\u20ff]/g

/** Latin letters that Unicode does not take apart into a letter and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'Ae',
  æ: 'ae',
  Ð: 'D',
  ð: 'd',
  Ø: 'O',
  ø: 'o',
  Þ: 'Th',
  þ: 'th',
  ß: 'ss',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'k',
  Ŀ: 'L',
  ŀ: 'l',
  Ł: 'L',
  ł: 'l',
  ŉ: "'n",
  Ŋ: 'N',
  ŋ: 'n',
  Œ: 'Oe',
  œ: 'oe',
  Ŧ: 'T',
  ŧ: 't',
  ſ: 's',
}

function withoutDiacritics(text: string): string {
  return text.replace(LATIN, (letter) => PLAIN_LETTERS[letter] ?? letter.normalize('NFD')).replace(COMBINING_MARKS, '')
}
