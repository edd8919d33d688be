/** `http://127.0.0.1:1337` → `http://127.0.0.1:1337/api`. A URL with a path already has the prefix. */
export function apiUrl(given: string | URL): string {
  const url = given instanceof URL ? given.href : typeof given === 'string' ? given.trim() : given
  // Possible in JavaScript, or with an unset environment variable.
  if (typeof url !== 'string') throw new TypeError(`createClient needs the url of the server, and got ${url}`)
  if (HOST_WITHOUT_SCHEME.test(url))
    throw new TypeError(`createClient needs a url with http:// or https://, and got ${url}`)
  if (/[?#]/.test(url)) throw new TypeError(`createClient needs a url without ? and #, and got ${url}`)
  const plain = url.replace(/\/+$/, '')
  return /^([a-z][a-z\d+.-]*:)?(\/\/[^/]*)?$/i.test(plain) ? `${plain}/api` : plain
}

/** `localhost:1337` is parsed as a URL of the scheme `localhost:`, and `content.example.com` as a path. */
const HOST_WITHOUT_SCHEME = /^(?![a-z][a-z\d+.-]*:\/\/)[^/.?#][^/?#]*[.:]/i
