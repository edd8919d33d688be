import type { Signal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

export interface Popover {
  readonly isOpen: Signal<boolean>
  toggle(): void
  close(): void
}

/** Opens below its button. Escape closes it and returns the focus to the button; so do clicks and focus elsewhere. */
export function usePopover(root: RefObject<HTMLElement | null>): Popover {
  const isOpen = useSignal(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen.value) return
      isOpen.value = false
      root.current?.querySelector('button')?.focus()
    }
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) isOpen.value = false
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [root, isOpen])
  return {
    isOpen,
    toggle: () => {
      isOpen.value = !isOpen.value
      if (isOpen.value) focusInside(root)
    },
    close: () => {
      isOpen.value = false
    },
  }
}

function focusInside(root: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() =>
    root.current?.querySelector<HTMLElement>('.popover input, .popover [tabindex="0"]')?.focus(),
  )
}
