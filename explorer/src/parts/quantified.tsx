/** Conditions on related entries: of one of them, and with the extension `quantifiers` of every one, none, or how many. */

import {
  inMode,
  MODE_LABELS,
  type Mode,
  modeOf,
  modesFor,
  type Quantifying,
  quantifyingIn,
} from '../model/quantifying.ts'
import type { At } from '../model/query-model.ts'
import { attributeOf } from '../model/schema.ts'
import type { Subject } from '../model/subject.ts'
import { useStore } from '../state/store.ts'
import { Select } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { Group } from './filter-group.tsx'
import type { ItemProps } from './filter-props.ts'
import { ItemsBelow } from './items-below.tsx'
import { Problem } from './problem.tsx'
import { QuantifiedBody } from './quantified-body.tsx'

/** `below`: the related entries. */
export function RelatedGroup(props: ItemProps<At> & { readonly below: Subject }) {
  const { subject, item, onChange, at, List, below } = props
  const description = useStore().description.value
  const isOn = useExtension('quantifiers')
  if (description === null) return null
  const attribute = subject.kind === 'entries' ? attributeOf(description, subject.uid, item.name) : undefined
  const many = attribute !== undefined && 'many' in attribute && attribute.many
  const said = quantifyingIn(item.items)
  const note = many ? 'one of them where' : 'where'
  const mode = said === null ? '' : modeOf(said)
  const change = (next: Quantifying | null) => {
    onChange(next === null ? null : { ...item, items: [next, ...item.items.slice(1)] })
  }
  return (
    <Group
      title={item.name}
      note={mode === '' ? note : MODE_LABELS[mode]}
      {...(isOn || mode !== ''
        ? {
            head: (
              <>
                <Select
                  label={`Of which ${item.name}`}
                  value={mode}
                  options={modeOptions(modesFor(below, many), mode, note)}
                  onChange={(next) => onChange(inMode(item, next as Mode, below, description))}
                />
                {mode !== '' && <Beyond name="quantifiers" />}
                {below.kind === 'items' && <Beyond name="zones" />}
              </>
            ),
          }
        : {})}
      onRemove={() => onChange(null)}
      at={at}
    >
      {said === null ? (
        <ItemsBelow subject={below} item={item} onChange={onChange} at={at} where={` in ${item.name}`} List={List} />
      ) : (
        <>
          <QuantifiedBody
            subject={below}
            item={said}
            onChange={change}
            beside={{
              items: item.items.slice(1),
              onChange: (others) => onChange({ ...item, items: [said, ...others] }),
            }}
            at={`${at}/0`}
            where={` in ${item.name}`}
            List={List}
          />
          <Problem at={`${at}/0`} />
        </>
      )}
    </Group>
  )
}

function modeOptions(modes: readonly Mode[], mode: Mode, note: string) {
  const all = modes.includes(mode) ? modes : [...modes, mode]
  return all.map((value) => ({ value, label: value === '' ? note : MODE_LABELS[value] }))
}
