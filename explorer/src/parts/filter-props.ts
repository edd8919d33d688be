/** Lists of conditions lead on to groups, and those to lists again: each is handed what it cannot import. */

import type { FunctionComponent } from 'preact'
import type { AllOf, FilterItem } from '../model/query-model.ts'
import type { Subject } from '../model/subject.ts'

export interface ListProps {
  readonly subject: Subject
  readonly items: AllOf
  readonly onChange: (items: AllOf) => void
  readonly address: string
  /** The position of the control, for screen readers: `in Any of`. */
  readonly where: string
  /** Whether to add the note that all items must hold, if nothing around them says so. */
  readonly isAlone?: boolean
  /** Whether conditions may be grouped. */
  readonly hasGroups?: boolean
}

export interface ItemProps<Item extends FilterItem = FilterItem> {
  readonly subject: Subject
  readonly item: Item
  /** Null: it is to go. */
  readonly onChange: (item: FilterItem | null) => void
  readonly at: string
  readonly List: FunctionComponent<ListProps>
}
