/** Whether the response updates itself when content changes. */

import { useStore } from '../state/store.ts'
import { useExtension } from './extension.tsx'

export function LiveSwitch() {
  const { isLive, request } = useStore()
  const isOn = useExtension('watch')
  // Groups of entries, and what was written by hand for other paths, cannot be watched.
  if (!isOn || request.value === null || request.value.groups !== null) return null
  return (
    <button
      type="button"
      class={`button live ${isLive.value ? 'is-on' : ''}`}
      aria-pressed={isLive.value}
      title="Show the response again whenever it changes"
      onClick={() => {
        isLive.value = !isLive.value
      }}
    >
      Live
    </button>
  )
}
