/** Bodies that scripts and front ends send, with names: each is sent in a PUT to a new article. */

export type Form = { readonly name: string; readonly query?: string; readonly data: object }

export type Samples = {
  readonly categories: readonly [string, string, string]
  readonly authors: readonly [string, string]
  readonly file: { readonly id: number; readonly documentId: string }
}

const beside = (documentId: string, position: object): object => ({ connect: [{ documentId, position }] })

export const formsWith = ({ categories: [a, b, c], authors: [x, y], file }: Samples): readonly Form[] => [
  { name: 'numbers as text', data: { views: '4', rating: '4.5', impressions: ' 7 ' } },
  { name: 'booleans as text', data: { featured: 'true' } },
  { name: 'booleans as numbers', data: { featured: 0 } },
  { name: 'a text that is no number', data: { views: 'many' } },
  { name: 'system keys', data: { publishedAt: null, locale: 'fr-FR', summary: 'sent back' } },
  { name: 'null in a required field', data: { title: null } },
  { name: 'null in a required field of a draft', query: '?status=draft', data: { title: null } },
  { name: 'an enumeration in a draft', query: '?status=draft', data: { format: 'nothing' } },
  { name: 'unknown relations', data: { author: 999_999 } },
  { name: 'a zone item without a name', data: { sections: [{ text: 'x' }] } },
  { name: 'an empty change', data: { categories: {}, author: {} } },
  { name: 'null in a list', data: { categories: [null, a] } },
  { name: 'one entry twice', data: { categories: [a, b, a] } },
  { name: 'two entries for one', data: { author: [x, y] } },
  { name: 'set beside connect', data: { categories: { set: [a], connect: [b] } } },
  {
    name: 'connect twice, at two places',
    data: { categories: { connect: [a, { documentId: a, position: { start: true } }] } },
  },
  { name: 'before one that is not linked', data: { categories: beside(a, { before: c }) } },
  { name: 'a place as text', data: { categories: { connect: [a, { documentId: b, position: { start: 'true' } }] } } },
  { name: 'disconnect what is not linked', data: { categories: { disconnect: [c] }, author: { disconnect: [y] } } },
  { name: 'disconnect an unknown id', data: { categories: { disconnect: [999_999] } } },
  { name: 'files by documentId', data: { cover: file.documentId, gallery: [{ documentId: file.documentId }] } },
  { name: 'a file twice', data: { gallery: [file.id, file.id] } },
  { name: 'files disconnected', data: { gallery: { disconnect: [file.id] } } },
  { name: 'a filter', query: '?filters[title]=another', data: { summary: 'filtered' } },
  { name: 'JSON that is a text', data: { metadata: 'text' } },
]
