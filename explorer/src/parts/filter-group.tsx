/** The frame of a group of conditions. */

import type { ComponentChildren } from 'preact'
import { IconButton } from './controls.tsx'
import { Problem } from './problem.tsx'

interface GroupProps {
  readonly title: string
  readonly note: string
  /** Controls in the head, replacing the note. */
  readonly head?: ComponentChildren
  readonly onRemove: () => void
  readonly at: string
  readonly children: ComponentChildren
}

export function Group({ title, note, head, onRemove, at, children }: GroupProps) {
  return (
    <fieldset class="group" aria-label={`${title} ${note}`} data-control={at}>
      <div class="group-head">
        <strong>{title}</strong> {head ?? <span class="word">{note}</span>}
        <IconButton icon="close" label={`Remove group ${title}`} onClick={onRemove} />
      </div>
      {children}
      <Problem at={at} />
    </fieldset>
  )
}
