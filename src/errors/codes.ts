/**
 * The registry of all errors. `name` and `status` are Strapi's where
 * it has such an error; `message` is the default text. Codes are stable: logs and docs/errors.md use them.
 */

interface ErrorEntry {
  readonly status: number
  readonly name: string
  readonly message: string
}

export const ERRORS = {
  // request
  ROUTE_UNKNOWN: { status: 404, name: 'NotFoundError', message: 'Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, name: 'MethodNotAllowedError', message: 'Method Not Allowed' },
  URL_TOO_LONG: { status: 414, name: 'URITooLongError', message: 'URI Too Long' },
  PAYLOAD_TOO_LARGE: { status: 413, name: 'PayloadTooLargeError', message: 'Payload Too Large' },
  HEADERS_TOO_LARGE: {
    status: 431,
    name: 'RequestHeaderFieldsTooLargeError',
    message: 'Request Header Fields Too Large',
  },
  REQUEST_MALFORMED: { status: 400, name: 'BadRequestError', message: 'Bad Request' },
  RANGE_UNSATISFIABLE: { status: 416, name: 'RangeNotSatisfiableError', message: 'Range Not Satisfiable' },
  REQUEST_TIMEOUT: { status: 408, name: 'RequestTimeoutError', message: 'Request Timeout' },
  CLIENT_GONE: { status: 499, name: 'ClientClosedRequestError', message: 'The client closed the connection' },

  // callers
  CREDENTIALS_INVALID: { status: 401, name: 'UnauthorizedError', message: 'Missing or invalid credentials' },
  USER_INVALID: { status: 401, name: 'UnauthorizedError', message: 'Invalid credentials' },
  TOKEN_EXPIRED: { status: 401, name: 'UnauthorizedError', message: 'Token expired' },
  FORBIDDEN: { status: 403, name: 'ForbiddenError', message: 'Forbidden' },

  LOGIN_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' },
  LOGIN_REFUSED: { status: 400, name: 'ApplicationError', message: 'This account cannot log in' },
  RATE_LIMITED: { status: 429, name: 'RateLimitError', message: 'Too many requests, please try again later.' },

  // query
  KEY_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid key' },
  PARAM_SHAPE: { status: 400, name: 'ValidationError', message: 'Invalid parameter' },
  VALUE_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid value' },
  ORDER_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: 'Invalid order. order can only be one of asc|desc|ASC|DESC',
  },
  PAGINATION_MIXED: {
    status: 400,
    name: 'PaginationError',
    message: 'Cannot use both page & offset pagination in the same query',
  },
  PAGINATION_MISPLACED: {
    status: 400,
    name: 'PaginationError',
    message: 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
  },
  PAGINATION_VALUE: { status: 400, name: 'ValidationError', message: 'Invalid pagination value' },
  CURSOR_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid cursor' },
  CURSOR_KEY_LONG: {
    status: 400,
    name: 'ValidationError',
    message:
      'A cursor cannot contain the sort value of this list: a text of 1000 characters or more. Sort by something shorter, or request numbered pages',
  },
  SEARCH_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid search' },
  SEARCH_NOT_SET_UP: { status: 400, name: 'ValidationError', message: 'This content type is not set up for search' },
  POPULATE_NESTED: { status: 400, name: 'ValidationError', message: 'Invalid nested populate' },
  LIMIT_EXCEEDED: { status: 400, name: 'ValidationError', message: 'The request exceeds a limit' },

  // agents
  ORIGIN_FOREIGN: {
    status: 403,
    name: 'ForbiddenError',
    message:
      'The request comes from a page of another site. Allow its origin in strapi::cors of config/middlewares, or set url in config/server if the page is its own',
  },

  // batches
  BATCH_PART: {
    status: 400,
    name: 'ValidationError',
    message: 'A batch accepts reads of lists, entries, single types and groups: send other requests separately',
  },

  // bodies
  BODY_TYPE_UNKNOWN: {
    status: 415,
    name: 'UnsupportedMediaTypeError',
    message:
      'The query must be in the body, as application/x-www-form-urlencoded or application/json, with that Content-Type',
  },
  BODY_MALFORMED: { status: 400, name: 'SyntaxError', message: 'The body is malformed' },
  DATA_MISSING: { status: 400, name: 'ValidationError', message: 'Missing "data" payload in the request body' },
  FILES_EMPTY: { status: 400, name: 'ValidationError', message: 'Files are empty' },
  DATA_INVALID: { status: 400, name: 'ValidationError', message: 'Invalid data' },
  CONSTRAINT_VIOLATED: {
    status: 400,
    name: 'ValidationError',
    message:
      'The database refuses this change: it violates a constraint of a table, or a value does not fit into its column or an index',
  },

  // responses
  ENTRY_UNKNOWN: { status: 404, name: 'NotFoundError', message: 'Not Found' },
  MODEL_UNKNOWN: { status: 404, name: 'NotFoundError', message: 'contentType.notFound' },
  FILE_UNKNOWN: { status: 404, name: 'NotFoundError', message: 'file.notFound' },
  DATABASE_UNAVAILABLE: { status: 503, name: 'ServiceUnavailableError', message: 'The database is not available' },
  DATABASE_BUSY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The database is overloaded, please try again later.',
  },
  STORAGE_FULL: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The disk is full: nothing can be written, please try again later.',
  },
  STORAGE_READ_ONLY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The disk or the database is read-only at the moment, please try again later.',
  },
  STORAGE_UNUSABLE: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The files of the project cannot be reached at the moment, please try again later.',
  },
  INSTALLATION_CHANGED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message:
      'Files of the server itself are missing: it was updated or removed while it runs. The server has to be started again',
  },
  DATABASE_DENIED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The database user of this server lacks a permission',
  },
  SCHEMA_CHANGED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message:
      'A table or column is missing, or has another type: the database was changed while the server runs. The server has to be started again',
  },
  SEARCH_UNAVAILABLE: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'The search index is missing, or may not be up to date. Run lectern migrate, and start the server again',
  },
  QUERY_TIMEOUT: {
    status: 503,
    name: 'QueryTimeoutError',
    message: 'The query took too long',
  },
  TOO_MANY_EXPORTS: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'Too many exports are under way, please try again later.',
  },
  ANSWER_TOO_LARGE: {
    status: 400,
    name: 'ValidationError',
    message: 'The response is too large. Populate less, or request smaller pages',
  },
  WATCHERS_TOO_MANY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'There are too many live responses, please try again later.',
  },
  WATCH_UNSUPPORTED: {
    status: 501,
    name: 'NotImplementedError',
    message: 'This database does not record its changes, so its responses cannot be watched',
  },
  SHUTTING_DOWN: { status: 503, name: 'ServiceUnavailableError', message: 'The server is shutting down' },
  INTERNAL: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
