/** With one processor, a statement of ten seconds must not keep the others waiting for so long. */
const LEAST_EXPENSIVE = 2

/**
 * Slots by rank: unknown statements leave one free for quick ones, long ones leave half of them free. Running more long ones than
 * there are processors saves no time, and quick ones would wait for a processor. While there are several callers, the unknown
 * statements of each leave as many free as they take: each may turn out to be long, and unknown ones of others would wait for them.
 */
export function placesByRank(running: number, processors = running): readonly [number, number, number] {
  const expensive = Math.min(Math.ceil(running / 2), Math.max(processors, LEAST_EXPENSIVE))
  return [running, Math.max(1, running - 1), expensive]
}
