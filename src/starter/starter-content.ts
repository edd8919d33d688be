/** The entries of a new project. */

export interface StarterEntries {
  /** UID of the content type. */
  readonly type: string
  /** The `data` of each entry, as a request would send it. */
  readonly entries: readonly Readonly<Record<string, unknown>>[]
}

/** In the order in which they are written: the first author has the id 1. */
export const STARTER_CONTENT: readonly StarterEntries[] = [
  {
    type: 'api::author.author',
    entries: [
      { name: 'Ada', about: 'Writes about machines.' },
      { name: 'Grace', about: 'Writes about languages.' },
    ],
  },
  {
    type: 'api::article.article',
    entries: [
      {
        title: 'A first look around',
        summary: 'Where things are in this project.',
        body: 'Content types are in `src/api`. Add an attribute to one of the files and save it.',
        author: { set: [1] },
        links: [{ label: 'An example of a link', url: 'https://example.com' }],
      },
      {
        title: 'Asking for what you need',
        summary: 'Fields, relations and filters go into the URL.',
        body: 'Try `/api/articles?fields=title&populate=author&filters[author][name]=Grace`.',
        author: { set: [2] },
      },
      {
        title: 'Making it yours',
        summary: 'Delete these entries when you have your own.',
        body: 'Or begin without any: `lectern new my-site --empty`.',
        author: { set: [1] },
      },
    ],
  },
]
