/** Shows the description of the API for the token's caller, and fetches it again when the token changes. */

import { forViewer } from './for-viewer.js'

const DESCRIPTION = new URL('../_openapi.json', location.href).href
const SCHEME = 'bearer'

let token = ''

const form = document.getElementById('token')
const secret = document.getElementById('secret')
const who = document.getElementById('who')
const explorer = document.getElementById('explorer')

/** The viewer has a dark style of its own, under a class. */
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const showScheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', showScheme)
showScheme()

/** The description is another one for another caller. */
function follow(value) {
  if (value === token) return
  token = value
  who.textContent = token === '' ? 'What the public may do' : 'What this token may do'
  if (token === '') ui.authActions.logout([SCHEME])
  else ui.authActions.authorize({ [SCHEME]: { name: SCHEME, schema: { type: 'http', scheme: 'bearer' }, value } })
  ui.specActions.download(DESCRIPTION)
}

const nothing = () => () => null

/** The viewer writes examples that are objects or lists as it holds them in memory, not as JSON. */
function withJsonExample(parameter) {
  const example = parameter?.get('example')
  return typeof example === 'object' ? parameter.set('example', JSON.stringify(example)) : parameter
}

const adapted = () => ({
  wrapComponents: {
    // The token has one place, which is there even when the description cannot be read without one.
    AuthorizeBtnContainer: nothing,
    authorizeOperationBtn: nothing,
    // There is one server, and the choice among one has no label.
    ServersContainer: nothing,
    parameterRow:
      (Row, { React }) =>
      (props) =>
        React.createElement(Row, { ...props, param: withJsonExample(props.param) }),
  },
})

/** Parameters nest deeper than the viewer writes them: what it leaves as JSON goes on in brackets. */
function nested(name, text) {
  if (!/^\s*[[{]/.test(text)) return [[name, text]]
  try {
    return flat(name, JSON.parse(text))
  } catch {
    return [[name, text]]
  }
}

function flat(name, value) {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, item]) => flat(`${name}[${key}]`, item))
}

function prepare(request) {
  if (request.loadSpec) {
    if (token !== '') request.headers.Authorization = `Bearer ${token}`
    return request
  }
  const url = new URL(request.url, location.href)
  const pairs = [...url.searchParams].flatMap(([name, text]) =>
    /^(filters|populate)\b/.test(name) ? nested(name, text) : [[name, text]],
  )
  url.search = pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')
  request.url = url.href
  return request
}

function lighten(response) {
  if (response.url !== DESCRIPTION || !response.ok) return response
  const { externalDocs, ...description } = JSON.parse(response.text)
  explorer.hidden = externalDocs === undefined
  if (externalDocs !== undefined) explorer.href = new URL(externalDocs.url, DESCRIPTION).href
  response.text = JSON.stringify(forViewer(description))
  return response
}

const ui = SwaggerUIBundle({
  url: DESCRIPTION,
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  // No validation by an external service.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [adapted],
  requestInterceptor: prepare,
  responseInterceptor: lighten,
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  follow(secret.value.trim())
})
