import { normalized } from '../config/normalized.ts'

/** Letters → ASCII, one at a time, as Strapi writes them in slugs. Other scripts are left as they are. */
export function transliterate(text: string): string {
  return [...normalized(text, 'NFC')].map(asciiOf).join('')
}

function asciiOf(letter: string): string {
  const lower = letter.toLowerCase()
  const found = LETTERS.get(lower)
  if (found !== undefined) return lower === letter ? found : found.charAt(0).toUpperCase() + found.slice(1)
  // Other letters decompose into a base letter and marks: é is e with an accent.
  return letter.normalize('NFKD').replace(/\p{M}/gu, '')
}

const pairs = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((pair): readonly [string, string] => [pair.charAt(0), pair.slice(1)])

const LATIN = pairs('ßss äae öoe üue æae œoe øo đd ðd þth łl ħh ıi ŋn ŧt ĸk ŀl')

const CYRILLIC = pairs(`
  аa бb вv гg дd еe ёyo жzh зz иi йj кk лl мm нn оo пp рr сs тt уu фf хh цcz чch шsh щshh ъ ыy ь эe юyu яya
  єye іi їyi ґg ќkj љlj њnj ђdj јj ћc џdz ѓgj ѕdz ўu
`)

const GREEK = pairs(`
  αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξks οo πp ρr σs ςs τt υy φf χx ψps ωo
  άa έe ήi ίi όo ύy ώo ϊi ϋy ΐi ΰy
`)

const LETTERS: ReadonlyMap<string, string> = new Map([...LATIN, ...CYRILLIC, ...GREEK])
