/** `lectern check`. Opening the project throws its problems, which are reported like any other error. */

import { DEPARTURES, type DepartureId, linkTo } from '../compare/departures/catalog.ts'
import { withoutOdd } from '../compare/departures/met-departures.ts'
import { count } from '../compare/report/wording.ts'
import { createLogger } from '../http/logger.ts'
import type { Foreseen } from '../open/migration/foresee-start.ts'
import type { Overview, ServedType } from '../open/overview.ts'
import type { Context, OpenOptions, Project } from './context.ts'
import { leftOutLines, section } from './left-out-lines.ts'
import { pluginLines } from './plugin-lines.ts'
import { createQuietProgress, type Progress } from './progress.ts'
import { type Style, styleFor } from './style.ts'

export async function check(options: OpenOptions, context: Context): Promise<number> {
  const progress = createQuietProgress(context)
  try {
    return await checkProject(options, context, progress)
  } finally {
    progress.end()
  }
}

async function checkProject(options: OpenOptions, context: Context, progress: Progress): Promise<number> {
  const style = styleFor(context.colour.out)
  progress.update('Reading the project', 0, null)
  const start = await context.foreseeStart(options)
  progress.end()
  for (const notice of start.notices) context.out(notice)
  // The project can be opened and described only after these changes.
  if (!start.isUpToDate) {
    for (const line of leftOutLines(start.leftOut, style)) context.out(line)
    context.out(`${style.green('No problems')} so far. Check again after that to see what will be served.`)
    return 0
  }
  progress.update('Opening the project', 0, null)
  const opened = await openAndDescribe(options, start.loaded, context, style)
  progress.end()
  for (const notice of opened.notices) context.out(notice)
  const miscounts = await context.findMiscounts(options, start.loaded, (done, total) =>
    progress.update('Counting rows', done, total),
  )
  progress.end()
  for (const miscount of miscounts) context.err(miscount)
  if (miscounts.length > 0) return 1
  for (const line of opened.lines) context.out(line)
  return 0
}

/** The project is closed again, since the rows are counted on other connections, and the server may have few. */
async function openAndDescribe(options: OpenOptions, loaded: Foreseen['loaded'], context: Context, style: Style) {
  const silent = createLogger({ level: 'silent' })
  const project = await context.openProject({ ...options, deliver: false, logger: silent }, loaded)
  try {
    const verdict = `${style.green('No problems')}: ${describeProject(project)}.`
    return { notices: project.notices, lines: [verdict, ...summary(project, style)] }
  } finally {
    await project.close()
  }
}

export function describeProject({ summary: { contentTypes, components, database } }: Project): string {
  return `${count(contentTypes, 'content type')}, ${count(components, 'component')}, database ${database}`
}

function summary(project: Project, style: Style): readonly string[] {
  const overview = project.overview()
  return [
    ...section('Served', servedLines(overview.served, style), style),
    ...leftOutLines(project.leftOut, style),
    ...section('Not run', [...pluginLines(overview.plugins), ...codeLines(overview)], style),
    ...section('Answered differently from Strapi', departureLines(overview, style), style),
  ]
}

function servedLines(types: readonly ServedType[], style: Style): readonly string[] {
  const [paths, uids] = [longest(types.map(({ path }) => path)), longest(types.map(({ uid }) => uid))]
  return types.map(({ path, uid, drafts, locales }) => {
    const more = [drafts ? 'drafts' : null, locales ? 'locales' : null].filter((word) => word !== null).join(', ')
    return `${path.padEnd(paths)}  ${style.dim(`${uid.padEnd(uids)}  ${more}`.trimEnd())}`.trimEnd()
  })
}

/** The warning comes once, before the list of files, which may be long. */
function codeLines({ code }: Overview): readonly string[] {
  if (code.length === 0) return []
  const files = code.map(({ file, populates = false }) =>
    populates ? `${file}: move what it populates to populate in config/api.` : file,
  )
  return [
    'Code of the project. Entries that it hides or changes are shown as they are stored, to callers with the permission',
    'to find their type. Leave such types to Strapi (docs/attaching.md#what-carries-over).',
    ...files.map((file) => `  ${file}`),
  ]
}

/** The departures, grouped by the section of the documentation that describes them. */
function departureLines({ departures }: Overview, style: Style): readonly string[] {
  if (departures.length === 0) return []
  const met = withoutOdd(departures)
  const links = [...new Set(met.map(linkTo))]
  return [
    ...links.flatMap((link) => [
      style.dim(link),
      ...met.filter((id) => linkTo(id) === link).map((id) => `  ${described(id)}`),
    ]),
    'Malformed requests, and those on which Strapi fails, get a 400 that says why.',
    'To see which of these your requests meet: lectern compare --with URL_OF_STRAPI.',
  ]
}

function described(id: DepartureId): string {
  const { strapi, lectern } = DEPARTURES[id]
  return `Strapi: ${strapi}. Lectern: ${lectern}.`
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length))
}
