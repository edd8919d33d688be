/** The options of `createClient`, from a program that no compiler has checked. */

const NAMES: readonly string[] = ['url', 'token', 'headers', 'fetch', 'format', 'paths', 'longQueries']

export function checkOptions(options: object): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError("createClient needs options: createClient({ url: 'http://127.0.0.1:1337' })")
  }
  // An option of another client, such as baseURL or auth: without an error, it would have no effect.
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`createClient has no option ${unknown}. Its options are ${NAMES.join(', ')}`)
  }
}
