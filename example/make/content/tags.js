/** Colours are spelled inconsistently on purpose, as in real data. */

export const TAGS = [
  { key: 'slow', label: 'slow', color: 'green', priority: 1 },
  { key: 'quiet', label: 'quiet', color: 'Blue', priority: 2 },
  { key: 'rain', label: 'rain', color: 'blue', priority: 3 },
  { key: 'night', label: 'night', color: 'indigo', priority: 4 },
  { key: 'by-hand', label: 'by hand', color: 'amber', priority: 5 },
  { key: 'ink', label: 'ink', color: 'black', priority: null },
  { key: 'brass', label: 'brass', color: 'amber', priority: null },
  { key: 'wood', label: 'wood', color: 'brown', priority: 6 },
  { key: 'salt', label: 'salt', color: 'white', priority: null },
  { key: 'bread', label: 'bread', color: 'brown', priority: 7 },
  { key: 'maps', label: 'maps', color: 'green', priority: 8 },
  { key: 'winter', label: 'winter', color: null, priority: null },
]
