import type { Problem } from './problem.ts'

/** A part of a project that is left out, ignored, or served although it is likely to be a mistake. */
export interface Notice extends Problem {
  readonly about: NoticeSubject
  /** UID of the content type or component; null for files. */
  readonly model: string | null
}

/**
 * `attribute`: of a content type or component. `rule`: a rule for writes. `config`: a file or a setting. `misspelling`: one
 * whose name is like another. `schema`: a schema file that is not where schema files are read. `suspect`: served, but likely to be
 * a mistake.
 */
export type NoticeSubject = 'attribute' | 'rule' | 'config' | 'misspelling' | 'schema' | 'suspect'
