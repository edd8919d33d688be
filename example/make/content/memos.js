/** For the desk alone. */

export const MEMOS = [
  {
    key: 'rent',
    text: 'Check the rent of the lighthouse before we print it. Twice.',
    done: true,
    article: 'lighthouse',
  },
  { key: 'pencils', text: 'The third pencil was mine. Please return it.', done: false, article: 'pencils' },
  {
    key: 'bridge',
    text: 'Juno: you need a second source for the bridge, and it cannot be the bridge.',
    done: false,
    article: 'bridge',
  },
  { key: 'snow', text: 'Waiting for snow.', done: false, article: 'snow' },
  { key: 'cake', text: 'Whoever ate the cake for the anniversary issue, it was for the photograph.', done: false },
]
