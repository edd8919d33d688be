/** Checks the options of `createClient`, for programs without a type checker. */

const NAMES: readonly string[] = ['url', 'token', 'headers', 'fetch', 'format', 'paths', 'longQueries']

export function checkOptions(options: object): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError("createClient needs options: createClient({ url: 'http://127.0.0.1:1337' })")
  }
  // Refuses options of other clients, such as baseURL or auth, which would have no effect.
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`createClient has no option ${unknown}. Its options are ${NAMES.join(', ')}`)
  }
}
