/** Nothing is imported unless everything is. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importProject, migrateProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { assetsPlace, magazinePlace, type Place, unpack } from './places.ts'

const PLAIN = fixture('export/assets-export.tar.gz')
const ENCRYPTED = fixture('export/assets-export-key-k1.tar.gz.enc')

let place: Place
beforeEach(async () => {
  place = await assetsPlace()
})
afterEach(() => place.remove())

const at = (...names: string[]) => join(place.folder, ...names)
const importing = (archive: string, more: object = {}) =>
  importProject({ project: place.folder, database: place.database, env: {}, archive, ...more })
const articles = async () => (await place.sql('select count(*) from articles'))[0]?.[0]

/** The archive as a folder, in which a test can change what it likes. */
async function unpacked(change: (folder: string) => void): Promise<string> {
  await unpack(PLAIN, at('unpacked'))
  change(at('unpacked'))
  return at('unpacked')
}

function edit(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(join(folder, path), after)
}

const ENTITIES = 'entities/entities_00001.jsonl'

/** A text of JSON. */
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** An article with these values, each as JSON, before all others. */
function addEntry(folder: string, values: Readonly<Record<string, string>>): void {
  const members = Object.entries(values).map(([name, text]) => `"${name}":${text}`)
  edit(folder, ENTITIES, (text) => `{"type":"api::article.article","id":99999,"data":{${members}}}\n${text}`)
}

describe('a database with content', () => {
  it('is refused, and replaced when asked to', async () => {
    await importing(PLAIN)
    const before = await place.sql('select id, document_id, title from articles order by id')
    await expect(importing(PLAIN)).rejects.toThrow(
      /^The database already has content \(.*\); import into an empty one, or add --replace to delete all of it first\.$/,
    )
    await place.sql(`insert into tags (name) values ('of before')`)
    const imported = await importing(PLAIN, { replace: true })
    expect(imported.danglingLinks).toBe(0)
    expect(await place.sql('select id, document_id, title from articles order by id')).toEqual(before)
    expect(await place.sql(`select * from tags where name = 'of before'`)).toEqual([])
    expect(
      await place.sql(`select count(*) from strapi_core_store_settings where key = 'plugin_i18n_default_locale'`),
    ).toEqual([[1]])
  })

  it('keeps it when the replacement is broken', async () => {
    await importing(PLAIN)
    const before = await articles()
    const folder = await unpacked((folder) => edit(folder, 'links/links_00001.jsonl', (text) => text.slice(0, -40)))
    await expect(importing(folder, { replace: true })).rejects.toThrow('This is not JSON')
    expect(await articles()).toBe(before)
  })

  it('is not one that has only what a new database has', async () => {
    await migrateProject({ project: place.folder, database: place.database, env: {} })
    await importing(PLAIN)
    expect(await place.sql('select count(*) from up_roles')).toEqual([[2]])
  })
})

describe('an archive that has its entries twice', () => {
  it('is refused, whether in one part or in two', async () => {
    const inOne = await unpacked((folder) => edit(folder, ENTITIES, (text) => `${text}\n${text}`))
    await expect(importing(inOne)).rejects.toThrow(/ has the entry \d+ of \S+ twice\. .*Export again\.$/)
    const tar = gunzipSync(readFileSync(PLAIN))
    const withoutEnd = tar.subarray(0, tar.length - 1024)
    writeFileSync(at('twice.tar'), Buffer.concat([withoutEnd, tar]))
    await expect(importing(at('twice.tar'))).rejects.toThrow(/ has the entry \d+ of \S+ twice\. /)
    await migrateProject({ project: place.folder, database: place.database, env: {} })
    expect(await articles()).toBe(0)
  })
})

describe('a database that Strapi made', () => {
  it('is not written to unless asked', async () => {
    await importing(PLAIN)
    await place.sql('drop table lectern_schema')
    await place.sql('create table strapi_database_schema (id integer)')
    await expect(importing(PLAIN, { replace: true })).rejects.toThrow(/was made by Strapi.*Add --yes/)
    await importing(PLAIN, { replace: true, mayChange: true })
  })
})

describe('a broken archive', () => {
  const broken: Record<string, () => Promise<readonly [string, string]> | readonly [string, string]> = {
    'that is cut off': () => {
      writeFileSync(at('cut.tar.gz'), readFileSync(PLAIN).subarray(0, 15_000))
      return [at('cut.tar.gz'), 'This archive is cut off; copy it again.']
    },
    'that is cut off and not compressed': () => {
      writeFileSync(at('cut.tar'), gunzipSync(readFileSync(PLAIN)).subarray(0, 60_000))
      return [at('cut.tar'), 'This archive is cut off; copy it again.']
    },
    'that ends between two parts': () => {
      const whole = gunzipSync(readFileSync(PLAIN))
      writeFileSync(at('cut.tar'), whole.subarray(0, whole.indexOf('metadata.json\0')))
      return [at('cut.tar'), 'This archive has no metadata.json: it is not an export, or not a complete one.']
    },
    'that is cut off and encrypted': () => {
      writeFileSync(at('cut.tar.gz.enc'), readFileSync(ENCRYPTED).subarray(0, 15_001))
      return [at('cut.tar.gz.enc'), 'This archive is cut off; copy it again.']
    },
    'that is something else': () => {
      writeFileSync(at('photo.tar.gz'), Buffer.alloc(4_000, 'photo'))
      return [at('photo.tar.gz'), 'This is not an export archive: its content is neither tar nor gzip.']
    },
    'that is empty': () => {
      writeFileSync(at('none.tar'), '')
      return [at('none.tar'), 'This is not an export archive']
    },
    'that is not there': () => [at('nowhere.tar'), 'There is no such file; name an export archive.'],
    'that is standard input': () => ['-', 'An archive is read more than once, which a pipe does not allow'],
    'that is a device': () => ['/dev/null', 'An archive is read more than once, which a pipe does not allow'],
    'that is some folder': () => [at('src'), 'This folder is not an export: it has no metadata.json in it.'],
    'with a line that is no JSON': async () => {
      const folder = await unpacked((folder) => edit(folder, ENTITIES, (text) => text.replace(/\n/, '\n{"type":\n')))
      return [folder, 'entities/entities_00001.jsonl, line 2: This is not JSON']
    },
    'with a line that is no entry': async () => {
      const folder = await unpacked((folder) => edit(folder, ENTITIES, (text) => `{"type":1}\n${text}`))
      return [folder, 'entities/entities_00001.jsonl, line 1: This is not a record of an export.']
    },
    'whose entries are missing': async () => {
      const folder = await unpacked((folder) => edit(folder, ENTITIES, () => ''))
      return [folder, 'entities: This archive has links between entries, and no entries: a part of it is missing.']
    },
    'with a value that is nested too deeply': async () => {
      const folder = await unpacked((folder) => addEntry(folder, { extra: nested(1001) }))
      return [folder, 'cannot be stored as json, which it is in the archive too: --ignore-missing leaves it out.']
    },
    'with a record that is nested too deeply': async () => {
      const folder = await unpacked((folder) => addEntry(folder, { extra: nested(100_000) }))
      return [folder, 'entities/entities_00001.jsonl, line 1: This record is nested too deeply.']
    },
    'with types without end': async () => {
      const line = (index: number) => `{"type":"api::x${index}.x","id":1,"data":{}}\n`
      const folder = await unpacked((folder) =>
        edit(folder, ENTITIES, (text) => Array.from({ length: 10_001 }, (_, index) => line(index)).join('') + text),
      )
      return [folder, 'The archive has more than 10000 attributes or types that the project cannot store.']
    },
    'of an earlier version': async () => {
      const folder = await unpacked((folder) =>
        edit(folder, 'metadata.json', (text) => text.replace('5.54.0', '4.25.1')),
      )
      return [folder, 'This is an export of Strapi 4.25.1; upgrade that project to Strapi 5 first']
    },
    'with a file that leads elsewhere': async () => {
      const folder = await unpacked((folder) => {
        mkdirSync(join(folder, 'assets/uploads/sub'))
        writeFileSync(join(folder, 'assets/uploads/sub/x.png'), 'x')
      })
      return [folder, 'assets/uploads/sub/x.png: The name of an uploaded file must not contain a folder.']
    },
  }

  it.each(Object.entries(broken))('%s is refused and leaves nothing', async (_what, make) => {
    const [archive, sentence] = await make()
    await expect(importing(archive, { key: 'k1' })).rejects.toThrow(sentence)
    expect(existsSync(place.database)).toBe(false)
    expect(existsSync(at('public'))).toBe(false)
  })

  it('leaves no row and no file, also when it shows only while it is written', async () => {
    const folder = await unpacked(() => {})
    const spoil = ({ stage }: { stage: string }) => {
      // After everything was checked: the disk fails, or the file is changed.
      if (stage === 'write') writeFileSync(join(folder, 'links/links_00001.jsonl'), '{"kind":')
    }
    mkdirSync(at('public/uploads'), { recursive: true })
    writeFileSync(at('public/uploads/f1_h.png'), 'mine')
    await expect(importing(folder, { onProgress: spoil })).rejects.toThrow('This is not JSON')
    expect(await articles()).toBe(0)
    expect(await place.sql('select count(*) from files')).toEqual([[0]])
    expect(await place.sql('select count(*) from i18n_locale')).toEqual([[1]])
    expect(readdirSync(at('public/uploads'))).toEqual(['f1_h.png'])
    expect(readFileSync(at('public/uploads/f1_h.png'), 'utf8')).toBe('mine')
  })
})

describe('on PostgreSQL', () => {
  it('an archive that breaks while it is written leaves no row', async () => {
    await place.remove()
    place = await magazinePlace('postgres')
    await unpack(fixture('export/magazine-export.tar.gz'), at('unpacked'))
    const spoil = ({ stage }: { stage: string }) => {
      if (stage === 'write') writeFileSync(at('unpacked/links/links_00001.jsonl'), '{"kind":')
    }
    await expect(importing(at('unpacked'), { onProgress: spoil })).rejects.toThrow('This is not JSON')
    expect(await place.sql('select count(*)::int, (select count(*)::int from up_roles) from articles')).toEqual([
      [0, 2],
    ])
  })
})

describe('a project that does not fit', () => {
  const ARTICLE = 'src/api/article/content-types/article/schema.json'
  const editSchema = (path: string, change: (schema: Schema) => void) => {
    const schema = JSON.parse(readFileSync(at(path), 'utf8')) as Schema
    change(schema)
    writeFileSync(at(path), JSON.stringify(schema))
  }
  interface Schema {
    options: Record<string, unknown>
    attributes: Record<string, Record<string, unknown>>
  }

  async function problems(more: object = {}): Promise<readonly string[]> {
    const error = await importing(PLAIN, more).then(
      () => null,
      (reason: Error) => reason,
    )
    return error?.message.split('\n') ?? []
  }

  it('names the custom fields whose types are not known', async () => {
    editSchema(ARTICLE, ({ attributes }) => {
      attributes.title = { type: 'customField', customField: 'plugin::x.y' }
    })
    expect(await problems()).toContain(
      'api::article.article.title: The type of the custom field plugin::x.y is not known. Set it in config/api, in rest.customFields. (7 times)',
    )
  })

  it('gets an error for every missing attribute, and can ignore it', async () => {
    editSchema(ARTICLE, ({ attributes }) => {
      delete attributes.title
      delete attributes.slug?.targetField
      delete attributes.gallery
      delete attributes.oneWay
    })
    expect(await problems()).toEqual([
      'api::article.article.title: The project has no such attribute. (7 times)',
      'api::article.article.gallery: The project has no such attribute. (8 times)',
      'api::article.article.oneWay: The project has no such attribute. (4 times)',
      'Nothing was imported. Fix the schema files, or leave out what they do not have with --ignore-missing.',
    ])
    expect(existsSync(place.database)).toBe(false)
    const imported = await importing(PLAIN, { ignoreMissing: true })
    expect(imported.leftOut.map(({ type, attribute, count }) => `${type}.${attribute} ${count}`)).toEqual([
      'api::article.article.title 7',
      'api::article.article.gallery 8',
      'api::article.article.oneWay 4',
    ])
    expect(await articles()).toBe(7)
  })

  it('gets an error for a missing type', async () => {
    rmSync(at('src/api/homepage'), { recursive: true })
    expect(await problems()).toContain('api::homepage.homepage: The project has no such type. (2 times)')
    expect((await importing(PLAIN, { ignoreMissing: true })).entries.has('api::homepage.homepage')).toBe(false)
  })

  it('gets an error for types that cannot hold the values, whatever it ignores', async () => {
    editSchema(ARTICLE, ({ attributes }) => {
      attributes.title = { type: 'integer' }
    })
    expect((await problems({ ignoreMissing: true }))[0]).toMatch(
      /^api::article\.article\.title: ".*" cannot be stored as integer\. \(7 times\)$/,
    )
  })

  it('gets an error for values from before an attribute had its type, and can ignore them', async () => {
    const folder = await unpacked((folder) =>
      edit(folder, ENTITIES, (text) => text.replace('"day":"2024-02-29"', '"day":"in spring"')),
    )
    await expect(importing(folder)).rejects.toThrow(
      'api::article.article.day: "in spring" cannot be stored as date, which it is in the archive too: --ignore-missing leaves it out.',
    )
    const { leftOut } = await importing(folder, { ignoreMissing: true })
    expect(leftOut).toMatchObject([{ type: 'api::article.article', attribute: 'day', count: 1 }])
    expect(await articles()).toBe(7)
  })

  it('gets an error for drafts that it would show', async () => {
    editSchema(ARTICLE, ({ options }) => {
      options.draftAndPublish = false
    })
    expect(await problems({ ignoreMissing: true })).toContain(
      'api::article.article: draftAndPublish is on in the archive and off in the project.',
    )
  })

  it('gets an error for relations of another kind', async () => {
    editSchema(ARTICLE, ({ attributes }) => {
      attributes.manyWay = { type: 'relation', relation: 'oneToOne', target: 'api::author.author' }
    })
    expect(await problems()).toContain(
      'api::article.article.manyWay: This is oneToMany in the archive and oneToOne in the project. (6 times)',
    )
  })

  it('gets an error for several files where it holds one, unless that was so in the archive', async () => {
    editSchema(ARTICLE, ({ attributes }) => {
      delete attributes.gallery?.multiple
    })
    expect(await problems({ ignoreMissing: true })).toContain(
      'api::article.article.gallery: The archive has several files here, the project one.',
    )
    const folder = await unpacked((folder) =>
      edit(folder, 'schemas/schemas_00001.jsonl', (text) => text.replaceAll('"multiple":true', '"multiple":false')),
    )
    await importing(folder)
    expect(await articles()).toBe(7)
  })
})

describe('references', () => {
  it('to what is not in the archive are counted and left out', async () => {
    const folder = await unpacked((folder) =>
      edit(folder, 'links/links_00001.jsonl', (text) =>
        text
          .replace('"field":"avatar"', '"field":"avatar","x":1')
          .replace('"ref":1,"pos":1,"type":"api::author.author"', '"ref":999,"pos":1,"type":"api::author.author"'),
      ),
    )
    expect(await importing(folder)).toMatchObject({ danglingLinks: 1 })
  })

  it('to a component that two entries share lead from both', async () => {
    const folder = await unpacked((folder) =>
      // A damaged database: both homepages, draft and published, have one and the same component.
      edit(folder, ENTITIES, (text) => text.replaceAll(/("heading":"home".*?"seo":\{"id":)\d+/g, '$18')),
    )
    await importing(folder)
    const rows = await place.sql('select cmp_id from homepages_cmps order by cmp_id')
    expect(new Set(rows.flat()).size).toBe(2)
  })
})
