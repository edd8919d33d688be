import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import type { Populate, Selection } from './query.ts'

/** Checks the limits of populate: depth, number of attributes, and nested lists. */
export function measurePopulate(selection: Selection, limits: Limits): Selection {
  const size = measure(selection)
  if (size.depth > limits.populateDepth) throw limitExceeded('populateDepth', limits.populateDepth)
  if (size.lists > limits.populateListDepth) throw limitExceeded('populateListDepth', limits.populateListDepth)
  if (size.nodes > limits.populateNodes) throw limitExceeded('populateNodes', limits.populateNodes)
  return selection
}

/** To be called for each attribute while populate is expanded, so that a too large one stops early. Takes the depth. */
export function countPopulated(limits: Limits): (depth: number) => void {
  let nodes = 0
  return (depth) => {
    nodes += 1
    if (nodes > limits.populateNodes) throw limitExceeded('populateNodes', limits.populateNodes)
    if (depth > limits.populateDepth) throw limitExceeded('populateDepth', limits.populateDepth)
  }
}

/** The number of populated attributes. */
export function populatedIn(selection: Selection): number {
  return measure(selection).nodes
}

interface Size {
  readonly nodes: number
  readonly depth: number
  /** Most lists inside each other. */
  readonly lists: number
}

const NOTHING: Size = { nodes: 0, depth: 0, lists: 0 }

function measure(selection: Selection): Size {
  return selection.populate.map(measureOne).reduce(larger, NOTHING)
}

function measureOne(populate: Populate): Size {
  const selections = populate.kind === 'link' ? [populate.selection] : populate.arms.map((arm) => arm.selection)
  const below = selections.map(measure).reduce(larger, NOTHING)
  return {
    nodes: 1 + below.nodes,
    depth: 1 + below.depth,
    lists: (multiplies(populate) ? 1 : 0) + below.lists,
  }
}

/** A page of at most this many entries does not count as a list. */
const SMALL_PAGE = 10

function multiplies({ attribute, page }: Populate): boolean {
  return attribute.toMany && (page === null || page.limit > SMALL_PAGE)
}

function larger(a: Size, b: Size): Size {
  return { nodes: a.nodes + b.nodes, depth: Math.max(a.depth, b.depth), lists: Math.max(a.lists, b.lists) }
}
