import type { Problem } from './problem.ts'

/** A part of a project that is left out or ignored, or that is served but likely to be a mistake. */
export interface Notice extends Problem {
  readonly about: NoticeSubject
  /** The UID of a content type or component; null for files. */
  readonly model: string | null
}

/**
 * `attribute`: of a content type or component. `rule`: a rule for writes. `config`: a file or setting. `misspelling`: a
 * name that resembles another. `schema`: a schema file in the wrong folder. `suspect`: served, but likely to be a
 * mistake.
 */
export type NoticeSubject = 'attribute' | 'rule' | 'config' | 'misspelling' | 'schema' | 'suspect'
