/** Valid and invalid conditions of the extension `quantifiers` on a relation. */

import type { Choices } from './choices.ts'
import type { Pair } from './grammar.ts'

/** `entries`: a filter on the entries, at a place. */
export function quantified(pick: Choices, place: string, entries: (at: string) => readonly Pair[]): readonly Pair[] {
  const at = pick.oncePer(10) ? `${place}[$not]` : place
  switch (pick.upTo(12)) {
    case 0:
      return entries(`${at}[$all]`)
    case 1:
    case 2:
    case 3:
      return count(pick, `${at}[$count]`, entries)
    default:
      return entries(`${at}[${pick.oncePer(20) ? '$any' : pick.of(['$some', '$some', '$every', '$none'])}]`)
  }
}

function count(pick: Choices, at: string, entries: (at: string) => readonly Pair[]): readonly Pair[] {
  const odd = ['', '-1', '1.5', '9007199254740991', '9007199254740992', 'x']
  const number = () => pick.of(pick.oncePer(8) ? odd : ['0', '1', '2', '17'])
  const operator = pick.of(pick.oncePer(10) ? ['$null', '$contains'] : ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'])
  return [
    ...(pick.oncePer(3) ? entries(`${at}[$of]`) : []),
    ...(pick.oncePer(3)
      ? pick.of<readonly Pair[]>([
          [[at, number()]],
          [
            [`${at}[$between][0]`, number()],
            [`${at}[$between][1]`, number()],
          ],
          [
            [`${at}[$in][0]`, number()],
            [`${at}[$in][1]`, number()],
          ],
        ])
      : [[`${at}[${operator}]`, number()] as const]),
  ]
}
