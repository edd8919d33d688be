import type { AllOf } from '../model/query-model.ts'
import type { ItemProps, ListProps } from './filter-props.ts'

interface ItemsBelowProps<Item>
  extends Pick<ItemProps, 'List' | 'at'>,
    Pick<ListProps, 'subject' | 'where' | 'hasGroups'> {
  readonly item: Item
  readonly onChange: (item: Item | null) => void
}

/** The conditions of an item. Without any, the item is removed. */
export function ItemsBelow<Item extends { readonly items: AllOf }>({
  item,
  onChange,
  at,
  List,
  ...list
}: ItemsBelowProps<Item>) {
  return (
    <List
      {...list}
      items={item.items}
      onChange={(items) => onChange(items.length === 0 ? null : { ...item, items })}
      address={at}
      isAlone={false}
    />
  )
}
