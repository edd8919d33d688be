import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { remember, remembered } from '../state/remembered.ts'
import { useStore } from '../state/store.ts'
import { Icon } from './icon.tsx'
import { usePopover } from './popover.ts'
import { Problem } from './problem.tsx'

export function TopBar() {
  return (
    <header class="top">
      <a class="skip" href="#builder">
        Skip to the builder
      </a>
      <span class="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="8" />
          <path d="M9 9.5h14M9 9.5l2 7h10l2-7M16 16.5V24M11.5 24h9" />
        </svg>
        Lectern <span>Explorer</span>
      </span>
      <DocsLink />
      <TokenBox />
      <ThemeSwitch />
    </header>
  )
}

function DocsLink() {
  const { description } = useStore()
  if (description.value?.docs !== true) return null
  return (
    <a class="button docs-link" href="../_docs/">
      Docs
    </a>
  )
}

const CALLERS = { public: 'Public role', user: 'Signed-in user', token: 'API token' } as const

function TokenBox() {
  const { token, description, failure, useToken } = useStore()
  const root = useRef<HTMLDivElement>(null)
  const popover = usePopover(root)
  const typed = useSignal('')
  const caller = description.value?.caller
  const use = async (next: string) => {
    typed.value = ''
    await useToken(next)
    if (failure.value === null) popover.close()
  }
  return (
    <div class="popover-root" ref={root}>
      <button
        type="button"
        class={`button caller ${token.value === '' ? '' : 'is-token'}`}
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen.value}
        onClick={popover.toggle}
      >
        <Icon name="key" />
        <span class="caller-word">Asking as </span>
        <strong>
          {caller === undefined ? (token.value === '' ? 'Public role' : 'Unknown token') : CALLERS[caller]}
        </strong>
      </button>
      {popover.isOpen.value && (
        <div class="popover" role="dialog" aria-label="Who asks">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void use(typed.value)
            }}
          >
            <label class="stacked">
              <span class="setting-name">API token, or the JWT of a user</span>
              <input
                type="password"
                autocomplete="off"
                spellcheck={false}
                placeholder={token.value === '' ? 'Paste a token' : '••••••••••••'}
                value={typed.value}
                onInput={(event) => {
                  typed.value = event.currentTarget.value
                }}
              />
            </label>
            <p class="quiet">
              Sent as <code>Authorization: Bearer</code> with every request. Kept in this tab alone, until it is closed.
            </p>
            {failure.value === null ? <Problem at="token" /> : <Refused message={failure.value.message} />}
            <div class="popover-end">
              {token.value !== '' && (
                <button type="button" class="button" onClick={() => void use('')}>
                  Ask as the public role
                </button>
              )}
              <button type="submit" class="button is-strong" disabled={typed.value.trim() === ''}>
                Use token
              </button>
            </div>
          </form>
        </div>
      )}
    </div>
  )
}

/** The token was refused, before any request was sent. */
function Refused({ message }: { readonly message: string }) {
  return (
    <p class="problem" role="alert" data-problem="token">
      <Icon name="warning" />
      {message}
    </p>
  )
}

type Theme = '' | 'light' | 'dark'
const THEME_KEY = 'lectern-explorer-theme'
const NEXT: Readonly<Record<Theme, Theme>> = { '': 'light', light: 'dark', dark: '' }
const NAMES: Readonly<Record<Theme, string>> = { '': 'as the system', light: 'light', dark: 'dark' }
const ICONS = { '': 'auto', light: 'sun', dark: 'moon' } as const

function applyTheme(theme: string): Theme {
  const known = theme === 'light' || theme === 'dark' ? theme : ''
  if (known === '') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = known
  return known
}

function ThemeSwitch() {
  const theme = useSignal(applyTheme(remembered('localStorage', THEME_KEY)))
  const label = `Colours: ${NAMES[theme.value]}`
  return (
    <button
      type="button"
      class="button is-square"
      aria-label={label}
      title={label}
      onClick={() => {
        theme.value = applyTheme(NEXT[theme.value])
        remember('localStorage', THEME_KEY, theme.value)
      }}
    >
      <Icon name={ICONS[theme.value]} />
    </button>
  )
}
