/** Nothing could be compared: a server cannot be reached or refuses the requests. */
export class CannotCompare extends Error {
  override readonly name = 'CannotCompare'
}
