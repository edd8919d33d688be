/** Nothing can be said of the answers: a server is not there, or does not talk to us. */
export class CannotCompare extends Error {
  override readonly name = 'CannotCompare'
}
