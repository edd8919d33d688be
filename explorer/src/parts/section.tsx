/** A part of the builder: its name, in short what it says, and whether it is open. */

import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { Problem, useProblem } from './problem.tsx'

interface SectionProps {
  readonly title: string
  /** What it says, in a word or two. */
  readonly summary: string
  /** Whether it says anything. */
  readonly isUsed: boolean
  /** Of errors that are about all of it. */
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
