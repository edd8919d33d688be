/** The copy could not be made; the file is as it was. */
export class CannotPull extends Error {
  override readonly name = 'CannotPull'
}
