/** Conditions on related entries, for one of the extension's `quantifiers`. */

import { AT_LEAST_ONE, isAtLeastOne, type Quantifying } from '../model/quantifying.ts'
import type { AllOf, Counted, Each, FilterItem, Quantified } from '../model/query-model.ts'
import { attributeAt } from '../model/schema.ts'
import { A_NUMBER, newItem } from '../model/subject.ts'
import { useStore } from '../state/store.ts'
import type { ItemProps } from './filter-props.ts'
import { ItemsBelow } from './items-below.tsx'
import { PathPicker } from './path-picker.tsx'
import { ValueInputs } from './value-input.tsx'

interface BodyProps<Item extends Quantifying> extends Omit<ItemProps, 'item' | 'onChange'> {
  readonly item: Item
  readonly onChange: (item: Quantifying | null) => void
  readonly where: string
  /** Other conditions on the same relation, if more can be added. */
  readonly beside?: { readonly items: AllOf; readonly onChange: (items: AllOf) => void }
}

export function QuantifiedBody(props: BodyProps<Quantifying>) {
  const { item } = props
  switch (item.kind) {
    case 'quantified':
      return <EntriesWhere {...props} item={item} />
    case 'each':
      return <EachValue {...props} item={item} />
    case 'counted':
      return <HowMany {...props} item={item} />
  }
}

function EntriesWhere({ subject, item, onChange, at, where, List, beside }: BodyProps<Quantified>) {
  const isAsked = beside?.items.some((one: FilterItem) => isAtLeastOne(one)) ?? false
  return (
    <div class="rows">
      <ItemsBelow subject={subject} item={item} onChange={onChange} at={at} where={where} List={List} />
      {item.quantifier === '$every' && beside !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAsked}
            onChange={(event) => beside.onChange(event.currentTarget.checked ? [AT_LEAST_ONE] : [])}
          />
          and there is at least one
        </label>
      )}
    </div>
  )
}

/** Has all of these: one field, and the values that are each had by some entry. */
function EachValue({ subject, item, onChange, where }: BodyProps<Each>) {
  const description = useStore().description.value
  if (description === null || subject.kind !== 'entries') return null
  const attribute = item.path === '' ? null : attributeAt(description, subject.uid, item.path.split('.'))
  return (
    <div class="row each">
      {item.path !== '' && (
        <PathPicker
          description={description}
          uid={subject.uid}
          path={item.path}
          onChange={(path) => onChange({ ...item, path, values: [] })}
          label={`Values${where}`}
          aria={{}}
        />
      )}
      <ValueInputs
        comparison={{ kind: 'compare', name: null, operator: '$in', values: item.values }}
        attribute={attribute}
        onChange={(values) => onChange({ ...item, values })}
        label={item.path === '' ? 'id' : item.path}
        aria={{}}
      />
    </div>
  )
}

function HowMany({ subject, item, onChange, at, where, List }: BodyProps<Counted>) {
  const description = useStore().description.value
  if (description === null) return null
  return (
    <div class="rows">
      <ItemsBelow
        subject={A_NUMBER}
        item={item}
        onChange={onChange}
        at={at}
        where={` on the number${where}`}
        List={List}
        hasGroups={false}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={item.of !== null}
          onChange={(event) =>
            onChange({ ...item, of: event.currentTarget.checked ? [newItem(description, subject)] : null })
          }
        />
        Count only those where
      </label>
      {item.of !== null && (
        <List
          subject={subject}
          items={item.of}
          onChange={(of) => onChange({ ...item, of: of.length === 0 ? null : of })}
          address={`${at}/of`}
          where={`${where}, of those that count`}
          isAlone={false}
        />
      )}
    </div>
  )
}
