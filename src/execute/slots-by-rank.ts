/** Two even with one processor, so that a statement of ten seconds does not block all other expensive ones. */
const LEAST_EXPENSIVE = 2

/**
 * Slots by rank. Unknown statements leave one slot free for fast ones, and long ones leave half of them free: running
 * more long ones than there are processors saves no time. While there are several callers, one may start another
 * unknown statement only if more slots are free than its unknown statements already use: each may turn out to be long,
 * and those of others would wait.
 */
export function slotsByRank(running: number, processors = running): readonly [number, number, number] {
  const expensive = Math.min(Math.ceil(running / 2), Math.max(processors, LEAST_EXPENSIVE))
  return [running, Math.max(1, running - 1), expensive]
}
