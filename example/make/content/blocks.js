/** The nodes of a blocks attribute. */

const text = (value) => ({ type: 'text', text: value })

export const paragraph = (value) => ({ type: 'paragraph', children: [text(value)] })
export const heading = (level, value) => ({ type: 'heading', level, children: [text(value)] })
export const quotation = (value) => ({ type: 'quote', children: [text(value)] })
export const list = (format, ...items) => ({
  type: 'list',
  format,
  children: items.map((item) => ({ type: 'list-item', children: [text(item)] })),
})
