/**
 * Arrow keys in a tree of check boxes: up and down go along what can be seen, right opens, left closes or goes to
 * what this one is in. Rows carry `data-tree`, their opener `data-opener`.
 */

export function moveInTree(event: KeyboardEvent): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || target.dataset.tree === undefined) return
  const moved = key === 'ArrowRight' ? open(target) : key === 'ArrowLeft' ? close(target) : step(target, key)
  if (!moved) return
  event.preventDefault()
  event.stopPropagation()
}

function openerOf(row: HTMLElement): HTMLElement | null {
  return row.closest('.node')?.querySelector<HTMLElement>(':scope > .node-head [data-opener]') ?? null
}

function open(row: HTMLElement): boolean {
  const opener = openerOf(row)
  if (opener?.getAttribute('aria-expanded') !== 'false') return step(row, 'ArrowDown')
  opener.click()
  return true
}

function close(row: HTMLElement): boolean {
  const opener = openerOf(row)
  if (opener?.getAttribute('aria-expanded') === 'true') {
    opener.click()
    return true
  }
  const parent = row.closest('.node')?.parentElement?.closest('.node')
  const above = parent?.querySelector<HTMLElement>(':scope > .node-head [data-tree]')
  above?.focus()
  return above !== null && above !== undefined
}

function step(row: HTMLElement, key: string): boolean {
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return false
  const section = row.closest('.section')
  const rows = [...(section?.querySelectorAll<HTMLElement>('[data-tree]') ?? [])].filter(isSeen)
  const at = rows.indexOf(row)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key] ?? at
  rows[next]?.focus()
  return true
}

function isSeen(row: HTMLElement): boolean {
  return row.offsetParent !== null
}
