import type { ComponentChildren } from 'preact'

/** One option of a populated attribute. */
export function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="part" aria-label={title}>
      <span class="part-title" aria-hidden="true">
        {title}
      </span>
      <div class="part-body">{children}</div>
    </fieldset>
  )
}
