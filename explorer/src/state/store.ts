/** Actions on the state of the page. */

import { batch } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Groups } from '../model/groups.ts'
import type { QueryModel } from '../model/query-model.ts'
import { newRequest, type RequestModel, readRequest, tidyUrl, writeRequest } from '../model/request.ts'
import type { DescribedType, Description } from '../model/schema.ts'
import { errorIn, headersFor } from './answer.ts'
import { followChanges } from './live.ts'
import { remember } from './remembered.ts'
import { createRunner } from './runner.ts'
import { createState, type State, TOKEN_KEY } from './state.ts'

export interface Store extends State {
  /** Loads the description of the API, and restores the request from the address or from before a reload. */
  load(): Promise<void>
  useToken(token: string): Promise<void>
  choose(type: DescribedType): void
  change(query: QueryModel): void
  changeEntry(documentId: string | null): void
  /** Groups of entries, or the entries themselves; with a query where that is another one. */
  changeGroups(groups: Groups | null, query?: QueryModel): void
  /** The request as the user wrote it. */
  write(text: string): void
  /** A request that the response links to; the browser's back button returns here. */
  open(url: string): void
  run(): Promise<void>
}

export function createStore(): Store {
  const state = createState()
  const runner = createRunner(state)
  followChanges(state, runner.run)
  const load = async () => {
    await describe(state)
    await runner.run()
  }
  const modify = (part: Partial<RequestModel>) => {
    const { request, description } = state
    if (request.value === null || description.value === null) return
    show(state, { ...request.value, ...part }, description.value, false)
    runner.soon()
  }
  window.addEventListener('popstate', () => {
    if (state.description.value === null) return
    begin(state, state.description.value)
    void runner.run()
  })
  return {
    ...state,
    load,
    run: runner.run,
    useToken: async (next) => {
      state.token.value = next.trim()
      remember('sessionStorage', TOKEN_KEY, state.token.value)
      await load()
    },
    choose: (type) => {
      if (state.description.value !== null) show(state, newRequest(type), state.description.value, true)
      void runner.run()
    },
    change: (query) => modify({ query }),
    changeEntry: (documentId) => modify({ documentId }),
    changeGroups: (groups, query) => modify({ groups, ...(query === undefined ? {} : { query }) }),
    write: (text) => {
      if (state.description.value !== null) follow(state, tidyUrl(text), state.description.value, false)
      state.pane.value = 'answer'
      void runner.run()
    },
    open: (url) => {
      if (state.description.value !== null) follow(state, url, state.description.value, true)
      void runner.run()
    },
  }
}

async function describe(state: State): Promise<void> {
  const headers = headersFor(state.token.value)
  const response = await fetch('/_explorer/schema.json', { headers, cache: 'no-store' }).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  if (response === null || !response.ok) {
    const status = response?.status ?? 503
    batch(() => {
      state.failure.value = errorIn(body, status, response?.statusText ?? 'The server cannot be reached')
      for (const known of [state.description, state.request, state.answer]) known.value = null
      state.url.value = ''
    })
    return
  }
  const found = body as Description
  batch(() => {
    state.failure.value = null
    state.description.value = found
    begin(state, found)
  })
  state.locales.value = found.listsLocales ? await localesOf(found.prefix, headers) : []
}

async function localesOf(prefix: string, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const response = await fetch(`${prefix}/i18n/locales`, { headers })
  const body: unknown = response.ok ? await response.json() : []
  const codes = Array.isArray(body) ? body.map((locale: { readonly code?: unknown }) => locale.code) : []
  return codes.filter((code) => typeof code === 'string')
}

/** The request in the page's own address; without one, the first type. */
function begin(state: State, found: Description): void {
  const { hash } = window.location
  const [first] = found.types
  if (hash.startsWith('#/')) follow(state, tidyUrl(hash.slice(1)), found, false)
  else if (first !== undefined) show(state, newRequest(first), found, false)
}

function follow(state: State, url: string, found: Description, isNew: boolean): void {
  batch(() => {
    state.url.value = url
    state.request.value = readRequest(url, found)
  })
  setAddress(url, isNew)
}

/** `isNew`: adds an entry to the history of the browser. */
function show(state: State, request: RequestModel, found: Description, isNew: boolean): void {
  const url = writeRequest(request, found.prefix)
  batch(() => {
    state.request.value = request
    state.url.value = url
  })
  setAddress(url, isNew)
}

/** Browsers refuse too frequent calls, as during typing; a later call succeeds. */
function setAddress(url: string, isNew: boolean): void {
  try {
    if (isNew) window.history.pushState(null, '', `#${url}`)
    else window.history.replaceState(null, '', `#${url}`)
  } catch {
    // Only a reload depends on it.
  }
}

export const StoreContext = createContext<Store | null>(null)

export function useStore(): Store {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('there is no store around this component')
  return store
}
