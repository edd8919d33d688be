import type { Stage } from '../model/server-timing.ts'

/** Stages from the header `Server-Timing`, if there is one. */
export function Timing({ stages, total }: { readonly stages: readonly Stage[]; readonly total: number }) {
  if (stages.length === 0) return null
  const sum = stages.reduce((all, { milliseconds }) => all + milliseconds, 0)
  const whole = Math.max(sum, 0.001)
  return (
    <figure class="timing" aria-label={`On the server ${sum.toFixed(2)} of ${total.toFixed(1)} ms`}>
      <div class="timing-bar" aria-hidden="true">
        {stages.map(({ name, milliseconds }) => (
          <i key={name} style={{ flexGrow: milliseconds / whole }} />
        ))}
      </div>
      <ul>
        {stages.map(({ name, milliseconds }) => (
          <li key={name}>
            <i aria-hidden="true" />
            {name} <b>{milliseconds.toFixed(2)}</b> ms
          </li>
        ))}
      </ul>
    </figure>
  )
}
