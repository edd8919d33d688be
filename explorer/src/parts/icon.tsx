const PATHS = {
  add: 'M8 3.5v9M3.5 8h9',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  chevron: 'M6 4l4 4-4 4',
  up: 'M8 12V4M4.5 7.5L8 4l3.5 3.5',
  down: 'M8 4v8M4.5 8.5L8 12l3.5-3.5',
  collection: 'M3 4.5h10M3 8h10M3 11.5h10',
  single: 'M4 2.5h5.5L12 5v8.5H4zM9.5 2.5V5H12',
  key: 'M10.5 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.4 7.6L3 13M5 11l1.8 1.8M7 9l1.4 1.4',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z',
  auto: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  check: 'M3.5 8.5l3 3 6-7',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.4v.1',
  play: 'M5 3.5l7 4.5-7 4.5z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3.2l2.2 1.3',
  calendar: 'M3 4h10v9H3zM3 7h10M5.5 2.5v3M10.5 2.5v3',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10 10l3 3',
} as const

export type IconName = keyof typeof PATHS

/** Decorative: a control also has a text or a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
