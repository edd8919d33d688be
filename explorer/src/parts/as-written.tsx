/** Parts of the URL that the builder cannot show. They stay until the user removes them. */

import type { AsWrittenPart } from '../model/query-model.ts'
import { writeParams } from '../model/write-params.ts'
import { IconButton } from './controls.tsx'
import { Problem } from './problem.tsx'

interface AsWrittenProps {
  readonly asWritten: readonly AsWrittenPart[]
  readonly onChange: (asWritten: readonly AsWrittenPart[]) => void
  /** Their positions, to show errors there. */
  readonly address?: string
}

export function AsWritten({ asWritten, onChange, address = 'as-written' }: AsWrittenProps) {
  return (
    <>
      {asWritten.map((part) => (
        <AsWrittenRow
          key={part.key}
          part={part}
          onRemove={() => onChange(asWritten.filter((one) => one !== part))}
          at={`${address}/${part.key}`}
        />
      ))}
    </>
  )
}

interface AsWrittenRowProps {
  readonly part: AsWrittenPart
  readonly onRemove: () => void
  readonly at: string
}

export function AsWrittenRow({ part: { key, value }, onRemove, at }: AsWrittenRowProps) {
  return (
    <div class="as-written" data-control={at}>
      <span class="tag">kept as written</span>
      <code>{decodeURIComponent(writeParams({ [key]: value }))}</code>
      <IconButton icon="close" label={`Remove ${key}`} onClick={onRemove} />
      <Problem at={at} />
    </div>
  )
}
