/** A section of the builder: name, summary, and whether it is open. */

import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { Problem, useProblem } from './problem.tsx'

interface SectionProps {
  readonly title: string
  /** Summary in a word or two. */
  readonly summary: string
  /** Whether it has any effect on the request. */
  readonly isUsed: boolean
  /** For errors about the whole section. */
  readonly address: string
  readonly children: ComponentChildren
}

export function Section({ title, summary, isUsed, address, children }: SectionProps) {
  const [isOpen, setOpen] = useState(true)
  const body = useId()
  const hasProblem = useProblem(address, true) !== null
  return (
    <section class={`section ${hasProblem ? 'has-problem' : ''}`} aria-label={title}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron" />
          <span>{title}</span>
          <small class={isUsed ? 'is-used' : ''}>{summary}</small>
        </button>
      </h2>
      <div class="section-body" id={body} hidden={!isOpen}>
        {children}
        <Problem at={address} />
      </div>
      {!isOpen && <Problem at={address} within />}
    </section>
  )
}
