import { useSignal } from '@preact/signals'
import { type DescribedType, titleOf } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Icon } from './icon.tsx'

/** From this many types on, the list has a search box. */
const MANY = 9

export function TypeList() {
  const { description, request, choose } = useStore()
  const sought = useSignal('')
  const types = description.value?.types ?? []
  const shown = types.filter(({ name }) => name.includes(sought.value.trim().toLowerCase().replaceAll(' ', '-')))
  const current = request.value?.type.uid
  const group = (title: string, kind: DescribedType['kind']) => {
    const members = shown.filter((type) => type.kind === kind)
    if (members.length === 0) return null
    return (
      <>
        <h2>{title}</h2>
        <ul>
          {members.map((type) => (
            <li key={type.uid}>
              <button
                type="button"
                aria-current={type.uid === current ? 'page' : undefined}
                onClick={() => choose(type)}
              >
                <Icon name={kind === 'singleType' ? 'single' : 'collection'} />
                {titleOf(type.name)}
              </button>
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <nav class="types" aria-label="Content types" onKeyDown={moveAlong}>
      {types.length > MANY && (
        <input
          type="search"
          aria-label="Search content types"
          placeholder="Search types"
          onInput={(event) => {
            sought.value = event.currentTarget.value
          }}
        />
      )}
      {group('Collections', 'collectionType')}
      {group('Single types', 'singleType')}
      {types.length > 0 && shown.length === 0 && <p class="quiet">No type has this name.</p>}
    </nav>
  )
}

function moveAlong(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  const { target, currentTarget } = event
  if (by === undefined || !(target instanceof HTMLButtonElement) || !(currentTarget instanceof HTMLElement)) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  buttons[buttons.indexOf(target) + by]?.focus()
  event.preventDefault()
}
