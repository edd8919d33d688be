/** "Copy as": the request for a terminal, a browser, a client. */

import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { COPY_FORMS, warningOf } from '../model/copy-as.ts'
import type { CopyContext } from '../model/copy-context.ts'
import { useStore } from '../state/store.ts'
import { Icon } from './icon.tsx'
import { usePopover } from './popover.ts'

export function CopyMenu() {
  const { description, request, url, token } = useStore()
  const root = useRef<HTMLDivElement>(null)
  const popover = usePopover(root)
  const panel = useId()
  const found = description.value
  if (found === null) return null
  const { origin } = window.location
  const context = { origin, url: url.value, request: request.value, description: found, hasToken: token.value !== '' }
  return (
    <div class="popover-root" ref={root}>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen.value}
        aria-controls={panel}
        onClick={popover.toggle}
      >
        <Icon name="copy" />
        Copy as
      </button>
      {popover.isOpen.value && (
        <div class="popover copy" id={panel} role="dialog" aria-label="Copy the request as">
          <Forms context={context} />
        </div>
      )}
    </div>
  )
}

function Forms({ context }: { readonly context: CopyContext }) {
  const chosen = useSignal(COPY_FORMS[0]?.id ?? '')
  const done = useSignal('')
  const forms = COPY_FORMS.flatMap((form) => {
    const text = form.write(context)
    return text === null ? [] : [{ ...form, text }]
  })
  const shown = forms.find(({ id }) => id === chosen.value) ?? forms[0]
  const warning = warningOf(context)
  const copy = async (text: string) => {
    done.value = (await toClipboard(text)) ? 'Copied' : 'Select the text and copy it'
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Form" onKeyDown={moveInTabs}>
        {forms.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === shown?.id}
            tabIndex={id === shown?.id ? 0 : -1}
            onClick={() => {
              chosen.value = id
              done.value = ''
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <pre class="code" data-copy={shown?.id}>
        {shown?.text}
      </pre>
      {warning !== null && (
        <p class="copy-note">
          <Icon name="warning" />
          {warning}.
        </p>
      )}
      <div class="popover-end">
        <span role="status">{done.value}</span>
        <button type="button" class="button is-strong" onClick={() => void copy(shown?.text ?? '')}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
    </>
  )
}

export function moveInTabs(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const { currentTarget, target } = event
  if (by === undefined || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = tabs[(tabs.indexOf(target) + by + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
  event.preventDefault()
}

/** Browsers give the clipboard to secure origins alone: an http:// address in the network is not one. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
