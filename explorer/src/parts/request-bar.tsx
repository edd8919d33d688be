/** The request as text, which is always what is sent. */

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../state/store.ts'
import { CopyMenu } from './copy-menu.tsx'
import { Icon } from './icon.tsx'
import { LiveSwitch } from './live-switch.tsx'

export function RequestBar() {
  const { url, write, isRunning } = useStore()
  /** The text being typed; null otherwise. */
  const draft = useSignal<string | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const text = draft.value ?? readable(url.value)

  useEffect(() => fitHeight(input.current), [text])

  const send = () => {
    const typed = draft.value
    draft.value = null
    write(typed ?? url.value)
  }
  return (
    <form
      class="request"
      aria-label="Request"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <span class="method">GET</span>
      <textarea
        ref={input}
        rows={1}
        aria-label="Request URL"
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => {
          draft.value = event.currentTarget.value
        }}
        onPaste={() => setTimeout(send)}
        onBlur={() => draft.value !== null && draft.value !== readable(url.value) && send()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            send()
          }
          if (event.key === 'Escape') draft.value = null
        }}
      />
      <LiveSwitch />
      <CopyMenu />
      <button type="submit" class="send" aria-busy={isRunning.value}>
        <Icon name="play" />
        Send
      </button>
    </form>
  )
}

/** Brackets and letters as such; it is encoded again where it has to be. */
function readable(url: string): string {
  return url.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']').replaceAll(/%24/g, '$').replaceAll(/%2C/gi, ',')
}

function fitHeight(input: HTMLTextAreaElement | null): void {
  if (input === null) return
  input.style.height = 'auto'
  input.style.height = `${input.scrollHeight}px`
}
