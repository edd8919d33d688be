/** What the builder cannot show, as it was written. It stays in the URL until the user removes it. */

import type { Kept as KeptPart } from '../model/query-model.ts'
import { writeParams } from '../model/write-params.ts'
import { IconButton } from './controls.tsx'
import { Problem } from './problem.tsx'

interface KeptProps {
  readonly kept: readonly KeptPart[]
  readonly onChange: (kept: readonly KeptPart[]) => void
  /** Where they stand, for errors about them. */
  readonly address?: string
}

export function Kept({ kept, onChange, address = 'kept' }: KeptProps) {
  return (
    <>
      {kept.map((part) => (
        <KeptRow
          key={part.key}
          part={part}
          onRemove={() => onChange(kept.filter((one) => one !== part))}
          at={`${address}/${part.key}`}
        />
      ))}
    </>
  )
}

interface KeptRowProps {
  readonly part: KeptPart
  readonly onRemove: () => void
  readonly at: string
}

export function KeptRow({ part: { key, value }, onRemove, at }: KeptRowProps) {
  return (
    <div class="kept" data-control={at}>
      <span class="tag">kept as written</span>
      <code>{decodeURIComponent(writeParams({ [key]: value }))}</code>
      <IconButton icon="close" label={`Remove ${key}`} onClick={onRemove} />
      <Problem at={at} />
    </div>
  )
}
