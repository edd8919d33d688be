import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProjectError } from '../config/problem.ts'
import type { Context, Migration, OpenOptions, Project } from './context.ts'
import { run } from './run.ts'
import { closeGracefully } from './stop.ts'

/** Only passed on. */
const LOADED = {} as Awaited<ReturnType<Context['foreseeStart']>>['loaded']

interface World extends Partial<Context> {
  readonly project?: Partial<Project>
}

async function lectern(line: string, world: World = {}) {
  const out: string[] = []
  const err: string[] = []
  const opened: OpenOptions[] = []
  const closed: boolean[] = []
  const project: Project = {
    settings: { rest: { explorer: true, docs: true } },
    summary: { contentTypes: 2, components: 1, database: 'site.db' },
    leftOut: [],
    notices: [],
    overview: () => ({
      served: [
        { path: '/api/articles', uid: 'api::article.article', drafts: true, locales: true },
        { path: '/api/tags', uid: 'api::tag.tag', drafts: false, locales: false },
      ],
      code: [],
      plugins: [],
      departures: ['crash', 'localizations'],
    }),
    listen: async () => 'http://127.0.0.1:1337',
    warmUp: async () => undefined,
    examples: async () => ['/api/articles', '/api/authors'],
    close: async () => {
      closed.push(true)
    },
    ...world.project,
  }
  const code = await run(line.split(' '), {
    env: { LOG_LEVEL: 'silent' },
    version: '1.2.3',
    packageFolder: '/lectern',
    watched: false,
    colour: { out: false, err: false },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    openProject: async (options) => {
      opened.push(options)
      return project
    },
    migrate: async () => ({ database: 'site.db', ownership: 'lectern', changes: [], script: [], leftOut: [] }),
    foreseeStart: async () => ({ isUpToDate: true, notices: [], leftOut: [], loaded: LOADED }),
    findMiscounts: async () => [],
    advise: async ({ onProgress }) => {
      onProgress?.('copy', 0)
      onProgress?.('try', 0)
      return { database: 'site.db', urls: [] }
    },
    compare: async () => {
      throw new Error('no Strapi here')
    },
    openPeople: async () => {
      throw new Error('no people here')
    },
    openLocales: async () => {
      throw new Error('no locales here')
    },
    openWebhooks: async () => {
      throw new Error('no webhooks here')
    },
    draw: () => {},
    importArchive: async () => {
      throw new Error('no archives here')
    },
    exportArchive: async () => {
      throw new Error('no archives here')
    },
    backup: async ({ file }) => ({ file, kind: 'copy' }),
    declare: async () => ({ text: 'export interface Api {}\n', contentTypes: 2, components: 1, locales: 0 }),
    fillStarter: async () => {},
    describeApi: async () => ({ openapi: '3.1.0' }),
    askSecret: async () => null,
    readInput: async () => '',
    openAgent: async () => {
      throw new Error('no agents here')
    },
    inputLines: async function* () {},
    cores: 1,
    worker: null,
    startWorkers: async () => null,
    watchProject: () => ({ next: () => new Promise(() => undefined), close: () => {} }),
    nextSignal: signals(1),
    staysUp: () => undefined,
    killIfHeldUp: () => undefined,
    ...world,
  })
  return { code, out: out.join('\n'), err: err.join('\n'), opened, closed }
}

/** Sends this many signals. */
function signals(number: number): () => Promise<void> {
  let left = number
  return () => {
    left -= 1
    return left >= 0 ? Promise.resolve() : new Promise(() => undefined)
  }
}

describe('help', () => {
  it('lists the commands', async () => {
    const { code, out } = await lectern('--help')
    expect(code).toBe(0)
    expect(out).toMatch(
      /\n {2}serve +start the server.*\n {2}dev +serve.*\n {2}check +check.*\n {2}compare +send.*\n {2}migrate +create/,
    )
  })

  it.each(['serve', 'check', 'migrate'])('of %s names options, variables, defaults and examples', async (command) => {
    const { code, out, opened } = await lectern(`${command} --help`)
    expect(code).toBe(0)
    expect(out).toContain('--project DIR')
    expect(out).toContain('environment: LECTERN_DATABASE; default:')
    expect(out.split('Examples\n')[1]?.split('\n')).toHaveLength(2)
    expect(opened).toEqual([])
  })

  it('describes an option as the command uses it', async () => {
    const [locale, webhook] = [(await lectern('locale --help')).out, (await lectern('webhook --help')).out]
    expect(locale).toContain('what the new locale is called; needed for languages')
    expect(webhook).toContain('what the new webhook is called')
    expect(webhook).not.toContain('locale')
  })

  it('lists only options of the command', async () => {
    expect((await lectern('check --help')).out).not.toContain('--port')
  })

  it('has colours only on terminals', async () => {
    expect((await lectern('--help')).out).not.toContain('\u001b')
    expect((await lectern('--help', { colour: { out: true, err: false } })).out).toContain('\u001b[1mUsage')
  })
})

describe('version', () => {
  it('is printed alone', async () => {
    expect(await lectern('--version')).toMatchObject({ code: 0, out: '1.2.3', err: '' })
  })
})

describe('serve', () => {
  it('prints where it listens and what to try, and stops at a signal', async () => {
    const { code, out, opened, closed } = await lectern('serve --port 1337 --project site')
    expect(code).toBe(0)
    expect(opened[0]).toMatchObject({ project: 'site', port: 1337 })
    expect(out.split('\n')).toEqual([
      'Lectern 1.2.3 listens at http://127.0.0.1:1337',
      '2 content types, 1 component, database site.db',
      '',
      'Try',
      '  http://127.0.0.1:1337/api/articles',
      '  http://127.0.0.1:1337/api/authors',
      '',
      'Explore',
      '  http://127.0.0.1:1337/_explorer',
      '  http://127.0.0.1:1337/_docs',
      '',
      'Stop with Ctrl+C.',
    ])
    expect(closed).toEqual([true])
  })

  it('does not mention the explorer if it is disabled', async () => {
    const { out } = await lectern('serve', { project: { settings: { rest: { explorer: false, docs: false } } } })
    expect(out).toContain('listens at')
    expect(out).not.toMatch(/Explore|_explorer|_docs/)
  })

  it('explains how to make a type public if none is, unless it still waits for the database', async () => {
    // With `npx`, as in the output of `lectern new`: users paste these commands, and few install Lectern globally.
    const allow = 'npx lectern role allow public api::article.article.find'
    const { out } = await lectern('serve', { project: { examples: async () => [] } })
    expect(out).toContain(`A request without a token may read nothing yet. To let it read a type\n  ${allow}\n`)
    expect(out).not.toContain('Try')
    const elsewhere = await lectern('serve --project ./site', { project: { examples: async () => [] } })
    expect(elsewhere.out).toContain(`${allow} --project ./site`)
    const waiting = await lectern('serve', { project: { examples: async () => null } })
    expect(waiting.out).not.toContain('may read nothing')
  })

  it('closes the project when it cannot listen', async () => {
    const failing = async () => {
      throw new ProjectError([{ file: null, path: null, message: 'Port 80 is in use.' }])
    }
    const { code, err, closed } = await lectern('serve', { project: { listen: failing } })
    expect({ code, err, closed }).toEqual({ code: 1, err: '✗ Port 80 is in use.', closed: [true] })
  })

  it('stops at once at a second signal', async () => {
    const hanging = { close: () => new Promise<void>(() => undefined) }
    const { code } = await lectern('serve', { project: hanging, nextSignal: signals(2) })
    expect(code).toBe(1)
  })

  it('stops at the deadline', async () => {
    const err: string[] = []
    const hanging = { close: () => new Promise<void>(() => undefined) }
    const code = await closeGracefully(hanging, { err: (line) => err.push(line), nextSignal: signals(0) }, 20)
    expect(code).toBe(1)
    expect(err.at(-1)).toBe('Stopped after 0.02 s with requests under way.')
  })

  it('refuses an unknown log level', async () => {
    const { code, err } = await lectern('serve', { env: { LOG_LEVEL: 'loud' } })
    expect(code).toBe(1)
    expect(err).toMatch(/^lectern: LOG_LEVEL must be one of trace, debug, info, .*silent, not "loud"\.$/)
  })
})

describe('check, counting rows', () => {
  it('reports wrong numbers, and fails', async () => {
    const findMiscounts = async () => ['The number of rows in articles is 25, the stored count is 0.']
    const { code, out, err, closed } = await lectern('check', { findMiscounts })
    expect({ code, out, closed }).toEqual({ code: 1, out: '', closed: [true] })
    expect(err).toBe('The number of rows in articles is 25, the stored count is 0.')
  })

  it('closes the project before, since the server may have few connections', async () => {
    const steps: string[] = []
    const project = { close: async () => void steps.push('close') }
    const findMiscounts = async () => {
      steps.push('count')
      return []
    }
    expect((await lectern('check', { project, findMiscounts })).code).toBe(0)
    expect(steps).toEqual(['close', 'count'])
  })
})

describe('check', () => {
  it('does not open a project whose database the start will change', async () => {
    const leftOut = [{ file: 'a.json', path: 'x', message: 'Is ignored.', about: 'rule' as const, model: null }]
    const notices = ['Will change site.db:', '  add column a.b']
    const foreseeStart = async () => ({ isUpToDate: false, notices, leftOut, loaded: LOADED })
    const { code, out, err, opened } = await lectern('check', { foreseeStart })
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: [] })
    expect(out).toBe(
      'Will change site.db:\n  add column a.b\n\nLeft out\n  a.json › x: Is ignored.\nNo problems so far. Check again after that to see what will be served.',
    )
  })

  it('prints a summary if there are no problems', async () => {
    const { code, out, err, closed, opened } = await lectern('check')
    // Only servers send webhooks.
    expect(opened).toEqual([expect.objectContaining({ deliver: false })])
    expect([code, err, closed]).toEqual([0, '', [true]])
    expect(out.split('\n')).toEqual([
      'No problems: 2 content types, 1 component, database site.db.',
      '',
      'Served',
      '  /api/articles  api::article.article  drafts, locales',
      '  /api/tags      api::tag.tag',
      '',
      'Answered differently from Strapi',
      '  docs/compatibility.md#nothing-is-dropped-in-silence',
      expect.stringMatching(
        /^ {4}Strapi: `localizations` leave out .*\. Lectern: they always list the other locales\.$/,
      ),
      '  Malformed requests, and those on which Strapi fails, get a 400 that says why.',
      '  To see which of these your requests meet: lectern compare --with URL_OF_STRAPI.',
    ])
  })

  it.each([
    ['left out', 'attribute', 'Left out'],
    ['likely to be a mistake', 'suspect', 'Served, but likely to be a mistake'],
  ] as const)('tells what is %s', async (_what, about, title) => {
    const menu = { about, model: 'api::a.a', file: 'a.json', path: 'b', message: 'It is odd.' }
    const overview = () => ({ served: [], code: [], plugins: [], departures: [] })
    const { code, out } = await lectern('check', {
      project: { leftOut: [menu], notices: ['Created the tables.'], overview },
    })
    expect([code, out.split('\n').slice(0, 5)]).toEqual([
      0,
      ['Created the tables.', expect.stringMatching(/^No problems: /), '', title, '  a.json › b: It is odd.'],
    ])
  })

  it('lists code of the project below a single warning', async () => {
    const code = [
      { file: 'src/api/a/routes/b.js', uids: ['api::a.a'] },
      { file: 'src/api/a/middlewares/deep.js', uids: ['api::a.a'], populates: true as const },
    ]
    const { out } = await lectern('check', {
      project: { overview: () => ({ served: [], code, plugins: [], departures: [] }) },
    })
    expect(out.split('\n').slice(2, 7)).toEqual([
      'Not run',
      expect.stringMatching(/^ {2}Code of the project\. Entries that it hides or changes are shown as they are stored/),
      expect.stringMatching(/^ {2}to find their type\. Leave such types to Strapi/),
      '    src/api/a/routes/b.js',
      '    src/api/a/middlewares/deep.js: move what it populates to populate in config/api.',
    ])
  })

  it('lists every problem', async () => {
    const openProject = async () => {
      throw new ProjectError([
        { file: 'src/a.json', path: 'attributes.x', message: 'Unknown type.' },
        { file: null, path: 'articles.title', message: 'The column is missing.' },
      ])
    }
    const { code, out, err } = await lectern('check', { openProject })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.split('\n')).toEqual([
      '✗ src/a.json › attributes.x: Unknown type.',
      '✗ articles.title: The column is missing.',
      '2 problems.',
    ])
  })
})

describe('check, of a project with plugins,', () => {
  it('names them', async () => {
    const plugins = ['comments', 'graphql', 'populate-all', 'nested-populator']
    const { out } = await lectern('check', {
      project: { overview: () => ({ served: [], code: [], plugins, departures: [] }) },
    })
    expect(out.split('\n').slice(2, 7)).toEqual([
      'Not run',
      '  Plugins of the project: comments, graphql, populate-all, nested-populator.',
      '  Leave to Strapi the paths that they have, below /api/<plugin>, and /graphql.',
      expect.stringMatching(/^ {4}populate-all: populate=all is refused here\./),
      expect.stringMatching(/^ {4}nested-populator: what it populates is not in responses here\./),
    ])
  })

  it('says what they withhold in Strapi, and Lectern does not', async () => {
    const plugins = ['protected-populate', 'soft-delete']
    const { out } = await lectern('check', {
      project: { overview: () => ({ served: [], code: [], plugins, departures: [] }) },
    })
    expect(out).toContain('    protected-populate: what it withholds is shown here')
    expect(out).toContain('    soft-delete: what it has deleted is shown here')
  })
})

describe('migrate', () => {
  const changes = ['create table notes', 'fill notes'].map((text) => ({ text, altersContent: false }))
  const script = ['create table "notes" ("id" integer);', 'insert into "notes" values (1);']
  const migrating = (ownership: Migration['ownership']) => ({
    migrate: async () => ({ database: 'site.db', ownership, changes, script, leftOut: [] }),
  })

  it('lists the changes, and prints a summary', async () => {
    const steps = '  create table notes\n  fill notes\n'
    expect((await lectern('migrate', migrating('empty'))).out).toBe(`${steps}Created site.db in 2 steps.`)
    expect((await lectern('migrate', migrating('lectern'))).out).toBe(`${steps}Changed site.db in 2 steps.`)
    expect((await lectern('migrate')).out).toBe('Nothing to do: site.db is up to date.')
  })

  it('lists what the database cannot store, but not in the SQL', async () => {
    const migrate: Context['migrate'] = async () => {
      const place = { model: 'api::note.note', file: 'note.json', path: 'attributes.map' }
      const notice = { about: 'attribute' as const, ...place, message: '"map" is left out.' }
      return { database: 'site.db', ownership: 'empty', changes, script, leftOut: [notice] }
    }
    for (const line of ['migrate', 'migrate --dry-run']) {
      expect((await lectern(line, { migrate })).out).toContain('\n\nLeft out\n  note.json › attributes.map: "map" is')
    }
    expect((await lectern('migrate --sql', { migrate })).out).not.toContain('Left out')
  })

  it('shows progress', async () => {
    const drawn: string[] = []
    await lectern('migrate', {
      watched: true,
      draw: (text) => drawn.push(text),
      migrate: async ({ onProgress }) => {
        onProgress?.({ done: 1, total: 2 })
        return { database: 'site.db', ownership: 'lectern', changes, script, leftOut: [] }
      },
    })
    expect(drawn[0]).toMatch(/Migrating █{15}░{15} {2}50 %$/)
  })

  it.each(['migrate --sql', 'migrate --dry-run --sql'])('shows the SQL instead with %s', async (line) => {
    expect((await lectern(line, migrating('empty'))).out.split('\n')).toEqual([
      '-- What would be done to site.db:',
      ...script,
    ])
    expect((await lectern(line)).out).toBe('-- Nothing to do: site.db is up to date.')
  })

  it('does nothing with --dry-run or --sql', async () => {
    const wishes: (boolean | undefined)[] = []
    const migrate: Context['migrate'] = async ({ dryRun }) => {
      wishes.push(dryRun)
      return { database: 'site.db', ownership: 'lectern', changes, script, leftOut: [] }
    }
    for (const line of ['migrate', 'migrate --dry-run', 'migrate --sql']) await lectern(line, { migrate })
    expect(wishes).toEqual([false, true, true])
  })

  it('previews the changes in at most ten lines', async () => {
    const steps = (length: number) =>
      Array.from({ length }, (_, index) => ({ text: `step ${index + 1}`, altersContent: false }))
    const foretold = async (length: number) => {
      const migrate = async () => ({
        database: 'site.db',
        ownership: 'lectern' as const,
        changes: steps(length),
        script,
        leftOut: [],
      })
      return (await lectern('migrate --dry-run', { migrate })).out.split('\n')
    }
    expect(await foretold(2)).toEqual([
      'Would change site.db; nothing is done yet:',
      '  step 1',
      '  step 2',
      'All of it as SQL: lectern migrate --sql',
    ])
    expect(await foretold(8)).toHaveLength(10)
    expect(await foretold(9)).toHaveLength(10)
    expect((await foretold(300)).slice(-3)).toEqual([
      '  step 7',
      '  and 293 more',
      'All of it as SQL: lectern migrate --sql',
    ])
    expect((await lectern('migrate --dry-run')).out).toBe('Nothing to do: site.db is up to date.')
  })
})

describe('failures', () => {
  const openProject = async () => {
    throw new Error('boom')
  }

  it('of the command line are printed in one line', async () => {
    expect(await lectern('sevre')).toMatchObject({
      code: 1,
      out: '',
      err: 'lectern: There is no command "sevre". Did you mean serve? See lectern --help.',
    })
  })

  it('that are unexpected explain how to get a stack trace', async () => {
    const { code, err } = await lectern('check', { openProject })
    expect(code).toBe(1)
    expect(err).toBe('lectern: boom\nSet LECTERN_DEBUG=1 to see where it happened.')
  })

  it('show a stack trace on request', async () => {
    const { err } = await lectern('check', { openProject, env: { LECTERN_DEBUG: '1' } })
    expect(err).toMatch(/^lectern: boom\nError: boom\n {4}at /)
  })
})

describe('openapi', () => {
  it('writes the description to standard output, as JSON', async () => {
    const { code, out } = await lectern('openapi --project ./site')
    expect([code, JSON.parse(out)]).toEqual([0, { openapi: '3.1.0' }])
  })

  it('or to a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-openapi-'))
    const file = join(folder, 'api.json')
    const { code, out } = await lectern(`openapi ${file}`)
    expect([code, out]).toEqual([0, `Described the API in ${file}.`])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ openapi: '3.1.0' })
    const refused = await lectern(`openapi ${join(folder, 'no', 'api.json')}`)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('cannot be written')
    rmSync(folder, { recursive: true })
  })

  it('accepts at most one file', async () => {
    const { code, err } = await lectern('openapi a.json b.json')
    expect(code).toBe(1)
    expect(err).toContain('one file')
  })
})

describe('advice', () => {
  it('shows progress on standard error, and SQL on standard output', async () => {
    const { out, err } = await lectern('advise /api/articles')
    expect(err).toBe('Copying tables …\nTrying statements with and without indexes …')
    expect(out).toBe('-- Tried on a copy of site.db; nothing was changed there.')
  })
})

describe('progress in a terminal', () => {
  /** The titles of the stages, without duplicates. */
  async function stagesOf(line: string, world: Parameters<typeof lectern>[1] = {}) {
    const drawn: string[] = []
    const draw = (text: string) => {
      drawn.push(text)
    }
    const { code } = await lectern(line, { ...world, watched: true, draw })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a line is cleared
    const titles = drawn.map((text) => text.replace(/^\r\u001b\[2K/, '').replace(/ [█░…].*$/, ''))
    return { code, stages: [...new Set(titles)].filter((title) => title !== ''), last: drawn.at(-1) }
  }

  it.each(['openapi', 'types -'])('is shown for lectern %s', async (line) => {
    expect(await stagesOf(line)).toEqual({ code: 0, stages: ['Reading the project'], last: '\r\u001b[2K' })
  })

  it('shows the stages of a check', async () => {
    const findMiscounts: Context['findMiscounts'] = async (_options, _loaded, onProgress) => {
      onProgress?.(1, 2)
      return []
    }
    expect(await stagesOf('check', { findMiscounts })).toEqual({
      code: 0,
      stages: ['Reading the project', 'Opening the project', 'Counting rows'],
      last: '\r\u001b[2K',
    })
  })

  it('shows the progress of removing a locale', async () => {
    const locales = {
      notices: [],
      close: async () => {},
      remove: async (code: string, _loss: boolean, onProgress?: (done: number, total: number) => void) => {
        onProgress?.(500, 1_000)
        return { code, name: code, deleted: [] }
      },
    } as unknown as Awaited<ReturnType<Context['openLocales']>>
    const world = { openLocales: async () => locales }
    expect(await stagesOf('locale remove fr', world)).toEqual({ code: 0, stages: ['Deleting'], last: '\r\u001b[2K' })
  })
})
