/** Items of a dynamic zone, or of a relation to any type: which component or type, and the conditions on it. */

import type { At } from '../model/query-model.ts'
import type { DescribedUnion } from '../model/schema.ts'
import { type Arm, itemOf } from '../model/zone-arms.ts'
import { AddButton, Select } from './controls.tsx'
import { Group } from './filter-group.tsx'
import type { ItemProps } from './filter-props.ts'
import { ItemsField } from './items-field.tsx'
import { Problem } from './problem.tsx'

interface ZoneArmsProps extends ItemProps<At> {
  readonly attribute: DescribedUnion
  readonly arms: readonly Arm[]
}

export function ZoneArms({ attribute, arms, item, onChange, at, List }: ZoneArmsProps) {
  const set = (next: readonly Arm[]) => onChange(next.length === 0 ? null : { ...item, items: next.map(itemOf) })
  const replace = (index: number, arm: Arm | null) =>
    set(arms.flatMap((one, position) => (position !== index ? [one] : arm === null ? [] : [arm])))
  const free = attribute.targets.filter((uid) => !arms.some((arm) => arm.uid === uid))
  return (
    <div class="rows zone-arms" data-control={at}>
      {arms.map(({ uid, items }, index) => (
        <Group
          key={index}
          title=""
          note={`${uid} where`}
          head={
            <>
              {index === 0 && <ItemsField attribute={attribute} value="on" onChange={onChange} />}
              {index > 0 && <span class="word">or</span>}
              <Select
                label={attribute.kind === 'dynamiczone' ? 'Component' : 'Type'}
                value={uid}
                options={[uid, ...free].map((value) => ({ value, label: value }))}
                onChange={(next) => replace(index, { uid: next, items: [] })}
              />
              {items.length > 0 && <span class="word">where</span>}
            </>
          }
          onRemove={() => replace(index, null)}
          at={`${at}/${index}`}
        >
          <List
            subject={{ kind: 'entries', uid, inside: false }}
            items={items}
            onChange={(next) => replace(index, { uid, items: next })}
            address={`${at}/${index}`}
            where={` on ${uid}`}
            isAlone={false}
          />
        </Group>
      ))}
      {free.length > 0 && (
        <div class="adds">
          <AddButton onClick={() => set([...arms, { uid: free[0] ?? '', items: [] }])}>
            {attribute.kind === 'dynamiczone' ? 'Or another component' : 'Or another type'}
          </AddButton>
        </div>
      )}
      <Problem at={at} />
    </div>
  )
}
