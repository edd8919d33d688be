/** The limits of a request. Each can be set in `config/api` under `rest.limits`, and the error of each names it. */
export interface Limits {
  /** Bytes of the request target (path and query string). */
  readonly urlLength: number
  /** `name=value` pairs in the query string; the values of one list count once. */
  readonly parameters: number
  /** Brackets in one parameter name: `a[b][c]` has two. */
  readonly nesting: number
  /** Values in one list. */
  readonly listLength: number
  /** Values in the whole query, including those in lists: each is bound separately. */
  readonly queryValues: number
  /** Depth of nested filters, including groups and relations. */
  readonly filterDepth: number
  /** Comparisons in all filters of a request. */
  readonly filterConditions: number
  /** Relations, components and media in all filters and sorts of a request: each is a lookup for every row. */
  readonly filterRelations: number
  /** Characters in all texts that a request searches for, in filters and `_q`: each costs time in every row. */
  readonly searchedText: number
  /** Sort keys in one `sort`. */
  readonly sortKeys: number
  /** Locales in one `locale[$first]`. */
  readonly fallbackLocales: number
  /** Attributes that `/actions/aggregate` groups by. */
  readonly groupKeys: number
  /** Sums, averages and other measures in one `/actions/aggregate`. */
  readonly measures: number
  /** Facets of one page. */
  readonly facets: number
  /** Queries in one `/_batch`. */
  readonly batchQueries: number
  /** Words in one `_q[text]`. */
  readonly searchWords: number
  /** Characters in the result of a tool for agents. */
  readonly agentResult: number
  /** Levels of populate. */
  readonly populateDepth: number
  /** Populated lists nested inside each other: each multiplies the response. */
  readonly populateListDepth: number
  /** Populated attributes of a request, after `*` is expanded. */
  readonly populateNodes: number
  /** Relations in a row that `populate=**` may follow. */
  readonly deepLevels: number
  /** Rows in all populated lists of a response. */
  readonly populatedRows: number
  /** Characters of a response. */
  readonly answerSize: number
  /** Bytes of a body. */
  readonly bodySize: number
  /** Depth of nested lists and objects in a body. */
  readonly bodyDepth: number
  /** Items in all lists of a body: components, relations, files. Each is a row to write. */
  readonly listItems: number
  /** Files in one upload. */
  readonly uploadFiles: number
  /** Clients connected to `/actions/watch`, per process. */
  readonly watchers: number
  /** Different queries that are watched, per process. */
  readonly watchedQuestions: number
  /** Characters in a response of `/actions/watch`. */
  readonly watchedSize: number
  /** Seconds after which watching clients must reconnect. */
  readonly watchSeconds: number
  /** Concurrent exports, per process. */
  readonly exports: number
  /** Longest time of one export, in seconds. */
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

/** Bytes of responses that clients have not read yet, for all requests together. Set with `rest.unreadBytes`. */
export const UNREAD_BYTES = 256 * 1024 * 1024
