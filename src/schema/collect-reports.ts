/** Collects what is wrong with schema files: problems, which keep a project from being served, and notices. */

import type { Notice, NoticeSubject } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import type { ReportOn } from './checks/known.ts'

export interface CollectedReports {
  readonly problems: Problem[]
  readonly notices: readonly Notice[]
  readonly report: ReportOn
  /** Reports a part that is not served. */
  readonly leaveOut: ReportOn
  /** A rule for writes that makes no sense. */
  readonly ignore: ReportOn
  /** A key that means nothing as it is. */
  readonly ignoreKey: ReportOn
  /** Served, but likely to be a mistake. */
  readonly suspect: ReportOn
}

/** `files`: the file of each model by UID. */
export function collectReports(files: ReadonlyMap<string, string | null>): CollectedReports {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const fileOf = (uid: string) => files.get(uid) ?? null
  const notes =
    (about: NoticeSubject, outcome = ''): ReportOn =>
    (uid) =>
    (path, message) =>
      notices.push({ about, model: uid, file: fileOf(uid), path, message: `${message}${outcome}` })
  return {
    problems,
    notices,
    report: (uid) => (path, message) => problems.push({ file: fileOf(uid), path, message }),
    leaveOut: notes('attribute'),
    ignore: notes('rule', ' The rule is ignored.'),
    ignoreKey: notes('rule', ' It is ignored.'),
    suspect: notes('suspect'),
  }
}
