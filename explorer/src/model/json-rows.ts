/** A JSON value → the rows of its tree that can be seen. */

export interface JsonRow {
  /** Unlike that of any other row. */
  readonly path: string
  readonly depth: number
  /** Null for what has none. */
  readonly name: string | null
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'object' | 'list' | 'more'
  /** The value, or in short what is inside. */
  readonly text: string
  /** Null for what has nothing inside. */
  readonly isOpen: boolean | null
  /** The path to it: names of members, and indexes of lists. */
  readonly names: readonly string[]
  readonly value: unknown
}

/** Items of a list shown at a time. */
const AT_A_TIME = 50

export function rowsOf(value: unknown, turned: ReadonlyMap<string, boolean>): readonly JsonRow[] {
  const rows: JsonRow[] = []
  const inside = entriesOf(value)
  // The root needs no row: it is the response, and always open.
  const root = { value, name: null, path: '$', names: [], depth: -1, opens: true }
  if (inside === null || inside.length === 0) addRows(rows, { ...root, depth: 0 }, turned)
  else addInside(rows, root, inside, turned)
  return rows
}

interface RowSource {
  readonly value: unknown
  readonly name: string | null
  readonly path: string
  readonly names: readonly string[]
  readonly depth: number
  /** Whether it is open by default. */
  readonly opens: boolean
}

function addRows(rows: JsonRow[], place: RowSource, turned: ReadonlyMap<string, boolean>): void {
  const { value, name, names, path, depth, opens } = place
  const inside = entriesOf(value)
  if (inside === null || inside.length === 0) {
    rows.push({ path, depth, name, kind: kindOf(value), text: textOf(value), isOpen: null, names, value })
    return
  }
  const isOpen = turned.get(path) ?? opens
  rows.push({
    path,
    depth,
    name,
    kind: kindOf(value),
    text: isOpen ? sizeOf(value, inside) : preview(value, inside),
    isOpen,
    names,
    value,
  })
  if (isOpen) addInside(rows, place, inside, turned)
}

function addInside(
  rows: JsonRow[],
  place: RowSource,
  inside: readonly Entry[],
  turned: ReadonlyMap<string, boolean>,
): void {
  const { path, depth, name, names } = place
  const most = turned.get(`${path}…`) === true ? inside.length : AT_A_TIME
  for (const [key, item] of inside.slice(0, most)) {
    const below = { value: item, name: key, names: [...names, key], path: `${path}/${key}`, depth: depth + 1 }
    addRows(rows, { ...below, opens: opensAtFirst(depth, key, name, inside.length) }, turned)
  }
  const left = inside.length - most
  if (left > 0) {
    const rest = { path: `${path}…`, depth: depth + 1, name: null, text: `${left} more`, isOpen: false }
    rows.push({ ...rest, kind: 'more', names, value: inside.slice(most).map(([, item]) => item) })
  }
}

/** The envelope, and entries while they are few: a long list is easier to survey closed. */
function opensAtFirst(depth: number, key: string, parent: string | null, siblings: number): boolean {
  if (depth === -1) return true
  if (depth === 0) return parent === 'meta' || parent === 'error' || siblings <= 3 || Number(key) < 1
  return false
}

type Entry = readonly [string, unknown]

function entriesOf(value: unknown): readonly Entry[] | null {
  if (Array.isArray(value)) return value.map((item: unknown, index): Entry => [String(index), item])
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}

function kindOf(value: unknown): JsonRow['kind'] {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'object'
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return '[ ]'
  return typeof value === 'object' && value !== null ? '{ }' : JSON.stringify(value)
}

function sizeOf(value: unknown, inside: readonly Entry[]): string {
  return Array.isArray(value) ? `${inside.length} ${inside.length === 1 ? 'item' : 'items'}` : ''
}

const LONGEST_PREVIEW = 90
const TELLING = ['title', 'name', 'label', 'slug', '__component', 'code']

/** The label of an entry: its title or name. */
function preview(value: unknown, inside: readonly Entry[]): string {
  if (Array.isArray(value)) return sizeOf(value, inside)
  const telling = TELLING.flatMap((name) => inside.filter(([key, item]) => key === name && typeof item === 'string'))
  const shown = telling[0] ?? inside.find(([, item]) => typeof item === 'string' || typeof item === 'number')
  const text = shown === undefined ? '' : `${shown[0]}: ${textOf(shown[1])}`
  const cut = text.length > LONGEST_PREVIEW ? `${text.slice(0, LONGEST_PREVIEW)}…` : text
  return `{ ${cut}${inside.length > 1 || shown === undefined ? `${cut === '' ? '' : ', '}…` : ''} }`
}
