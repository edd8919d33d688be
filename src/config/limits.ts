/**
 * Every bound on what one request may ask for. Each can be set in `config/api` under `rest.limits`, and each
 * has its own error, which names it.
 */
export interface Limits {
  /** Bytes of the request target (path and query string). */
  readonly urlLength: number
  /** `name=value` pairs in the query string; the values of one list count once. */
  readonly parameters: number
  /** Brackets in one parameter name: `a[b][c]` has two. */
  readonly nesting: number
  /** Values in one list. */
  readonly listLength: number
  /** Values in the whole query, those of all its lists together: each is bound by itself. */
  readonly queryValues: number
  /** Filters nested in one another, groups and relations alike. */
  readonly filterDepth: number
  /** Comparisons in all filters of a request. */
  readonly filterConditions: number
  /** Relations, components and media that all filters and sorts of a request pass through: each is a lookup for every row. */
  readonly filterRelations: number
  /** Characters that all text searches of a request look for, in filters and `_q`: each costs its length for every row. */
  readonly searchedText: number
  /** Sort keys in one `sort`. */
  readonly sortKeys: number
  /** Locales in one `locale[$first]`. */
  readonly fallbackLocales: number
  /** Attributes that `/actions/aggregate` groups by. */
  readonly groupKeys: number
  /** Sums, averages and the like in one `/actions/aggregate`. */
  readonly measures: number
  /** Facets beside one page. */
  readonly facets: number
  /** Queries in one `/_batch`. */
  readonly batchQueries: number
  /** Words in one `_q[text]`. */
  readonly searchWords: number
  /** Characters of what a tool for agents returns. */
  readonly agentResult: number
  /** Levels of populate. */
  readonly populateDepth: number
  /** Levels of populated lists nested in one another: each multiplies the response. */
  readonly populateListDepth: number
  /** Populated attributes in a request, `*` expanded. */
  readonly populateNodes: number
  /** Relations that `populate=**` may follow, one after another. */
  readonly deepLevels: number
  /** Rows in all populated lists of a response together. */
  readonly populatedRows: number
  /** Characters of a response. */
  readonly answerSize: number
  /** Bytes of a body. */
  readonly bodySize: number
  /** Lists and objects nested in one another in a body. */
  readonly bodyDepth: number
  /** Items of all lists in a body together: components, relations, files. Each is a row to write. */
  readonly listItems: number
  /** Files in one upload. */
  readonly uploadFiles: number
  /** Clients with an open `/actions/watch`, in each process. */
  readonly watchers: number
  /** Different queries that they watch. */
  readonly watchedQuestions: number
  /** Characters of a response that they are sent. */
  readonly watchedSize: number
  /** Seconds until they have to connect again. */
  readonly watchSeconds: number
  /** Exports under way at a time, in each process. */
  readonly exports: number
  /** Seconds that one export may take. */
  readonly exportSeconds: number
}

export const DEFAULT_LIMITS: Limits = {
  urlLength: 128 * 1024,
  parameters: 1_000,
  nesting: 60,
  listLength: 1_000,
  queryValues: 5_000,
  filterDepth: 20,
  filterConditions: 500,
  filterRelations: 50,
  searchedText: 10_000,
  sortKeys: 50,
  fallbackLocales: 10,
  groupKeys: 3,
  measures: 20,
  facets: 10,
  batchQueries: 20,
  searchWords: 20,
  agentResult: 32 * 1024,
  populateDepth: 20,
  populateListDepth: 8,
  populateNodes: 500,
  deepLevels: 5,
  populatedRows: 100_000,
  answerSize: 64 * 1024 * 1024,
  bodySize: 1024 * 1024,
  bodyDepth: 100,
  listItems: 1_000,
  uploadFiles: 50,
  watchers: 1_000,
  watchedQuestions: 200,
  watchedSize: 1024 * 1024,
  watchSeconds: 3_600,
  exports: 2,
  exportSeconds: 600,
}

/** Bytes of responses that clients have not read yet: of all requests together, set with `rest.unreadBytes`. */
export const UNREAD_BYTES = 256 * 1024 * 1024
