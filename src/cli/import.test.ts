import { describe, expect, it } from 'vitest'
import type { Exported, ExportOptions } from '../operate/export-project.ts'
import type { Imported, ImportOptions } from '../operate/import-project.ts'
import { argumentsOf } from './arguments.ts'
import type { Context } from './context.ts'
import { exportArchive } from './export.ts'
import { importArchive } from './import.ts'

const IMPORTED: Imported = {
  database: 'site.db',
  entries: new Map([['api::article.article', 244]]),
  components: 7,
  links: 4,
  files: 0,
  settings: 1,
  danglingLinks: 0,
  leftSettings: 0,
  unsignedWebhooks: 0,
  leftOut: [],
}

const EXPORTED: Exported = {
  database: 'site.db',
  archive: 'a.tar.gz',
  entries: new Map([['api::article.article', 2]]),
  links: 10,
  files: 0,
  settings: 0,
  missingFiles: 1,
  leftOut: new Map([['plugin::navigation.navigation', 2]]),
}

function world(imported: Imported = IMPORTED) {
  const out: string[] = []
  const asked: (ImportOptions | ExportOptions)[] = []
  const context = {
    watched: false,
    colour: { out: false, err: false },
    out: (line: string) => out.push(line),
    err: () => {},
    draw: () => {},
    nextSignal: () => new Promise<void>(() => {}),
    importArchive: async (options: ImportOptions) => {
      asked.push(options)
      return imported
    },
    exportArchive: async (options: ExportOptions) => {
      asked.push(options)
      return EXPORTED
    },
  } as unknown as Context
  return { out, asked, context }
}

describe('lectern import', () => {
  it('needs one file', async () => {
    const { context } = world()
    for (const words of [[], [''], ['a.tar', 'b.tar']]) {
      const more = argumentsOf(words, {}, {})
      await expect(importArchive({ project: '.' }, context, more)).rejects.toThrow('lectern import FILE')
    }
  })

  it('passes the options on', async () => {
    const { context, asked } = world()
    const given = { key: 'k1', replace: 'true', 'ignore-missing': 'true' }
    await importArchive({ project: 'site' }, context, argumentsOf(['a.tar'], given, {}))
    expect(asked[0]).toMatchObject({ project: 'site', archive: 'a.tar', key: 'k1', replace: true, ignoreMissing: true })
    expect(asked[0]).toMatchObject({ mayChange: false })
  })

  it('reports that webhooks are imported without secrets', async () => {
    const { context, out } = world({ ...IMPORTED, unsignedWebhooks: 1 })
    await importArchive({ project: '.' }, context, argumentsOf(['a.tar'], {}, {}))
    expect(out.at(-2)).toBe('1 webhook without a secret, since archives contain none: requests are not signed.')
    expect(out.at(-1)).toContain('lectern webhook rotate NAME')
  })

  it('prints a summary', async () => {
    const { context, out } = world()
    expect(await importArchive({ project: '.' }, context, argumentsOf(['a.tar'], {}, {}))).toBe(0)
    expect(out).toEqual([
      'Imported a.tar into site.db.',
      '  244  api::article.article',
      '    7  components',
      '    4  links',
      '    0  files',
      '    1  settings',
    ])
  })

  it('lists what was left out', async () => {
    const difference = { kind: 'missing', type: 'api::a.a', attribute: 'x', message: 'No.', count: 2 } as const
    const { context, out } = world({ ...IMPORTED, danglingLinks: 1, leftOut: [difference] })
    await importArchive({ project: '.' }, context, argumentsOf(['a.tar'], {}, {}))
    expect(out.slice(6)).toEqual([
      'Left out',
      '  api::a.a.x: 2 values',
      '  1 link to entries that are not in the archive',
    ])
  })
})

describe('lectern export', () => {
  it('prints a summary, and accepts at most one file', async () => {
    const { context, out, asked } = world()
    expect(await exportArchive({ project: '.' }, context, argumentsOf([], { key: 'k' }, {}))).toBe(0)
    expect(asked[0]).toMatchObject({ project: '.', key: 'k' })
    expect(asked[0]).not.toHaveProperty('archive')
    expect(out[0]).toBe('Exported site.db to a.tar.gz.')
    expect(out.slice(-3)).toEqual([
      expect.stringMatching(/^ {2}1 uploaded file not in the uploads folder/),
      '  Entries of plugins that no content type leads to:',
      expect.stringMatching(/ 2 {2}plugin::navigation\.navigation$/),
    ])
    const two = argumentsOf(['a', 'b'], {}, {})
    await expect(exportArchive({ project: '.' }, context, two)).rejects.toThrow('lectern export FILE')
  })

  it('can be stopped', async () => {
    const { context, out } = world()
    const said: string[] = []
    const stopped = {
      ...context,
      err: (line: string) => said.push(line),
      exportArchive: () => new Promise<Exported>(() => {}),
      nextSignal: async () => {},
    }
    expect(await exportArchive({ project: '.' }, stopped, argumentsOf([], {}, {}))).toBe(130)
    expect({ out, said }).toEqual({ out: [], said: ['Stopped. Nothing was written.'] })
  })

  it('writes no archive after it was stopped', async () => {
    const { context } = world()
    let complete = () => {}
    const stopped = {
      ...context,
      exportArchive: ({ onComplete = () => {} }: ExportOptions) => {
        complete = onComplete
        return new Promise<Exported>(() => {})
      },
      nextSignal: async () => {},
    }
    expect(await exportArchive({ project: '.' }, stopped, argumentsOf([], {}, {}))).toBe(130)
    expect(complete).toThrow('Stopped by a signal.')
  })

  it('finishes if the archive was complete before the signal', async () => {
    const { context, out } = world()
    let finish = () => {}
    const completed = {
      ...context,
      exportArchive: ({ onComplete }: ExportOptions) => {
        onComplete?.()
        return new Promise<Exported>((resolve) => {
          finish = () => resolve(EXPORTED)
        })
      },
      nextSignal: async () => void setImmediate(() => finish()),
    }
    expect(await exportArchive({ project: '.' }, completed, argumentsOf([], {}, {}))).toBe(0)
    expect(out[0]).toBe('Exported site.db to a.tar.gz.')
  })
})
