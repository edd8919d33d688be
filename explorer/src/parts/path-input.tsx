import { Beyond } from './extension.tsx'
import { invalid, useProblem } from './problem.tsx'

interface PathInputProps {
  readonly path: string
  readonly onChange: (path: string) => void
  readonly at: string
}

/** Names inside a document, and indexes of lists, with dots between. */
export function PathInput({ path, onChange, at }: PathInputProps) {
  const problem = useProblem(at)
  return (
    <>
      <span class="word">inside, at</span>
      <input
        class="json-path"
        type="text"
        aria-label="Path in the document"
        placeholder="camera.iso, tags.0"
        autocomplete="off"
        spellcheck={false}
        value={path}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...invalid(problem, at)}
      />
      <Beyond name="json" />
    </>
  )
}
