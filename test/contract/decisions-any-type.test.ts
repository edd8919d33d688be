/** Relations to any type follow the rules of every other relation. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

describe('relations to any type follow the rules of any relation', () => {
  let project: MadeProject
  let ask: Asker
  beforeAll(async () => {
    project = await makeProject({
      types: {
        note: {
          attributes: {
            text: { type: 'string' },
            secret: { type: 'string', private: true },
            subject: { type: 'relation', relation: 'morphToOne' },
            subjects: { type: 'relation', relation: 'morphToMany' },
          },
          draftAndPublish: true,
        },
        page: {
          draftAndPublish: true,
          attributes: {
            title: { type: 'string' },
            secret: { type: 'string', private: true },
            code: { type: 'password' },
            note: { type: 'relation', relation: 'morphOne', target: 'api::note.note', morphBy: 'subject' },
            notes: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'subjects' },
          },
        },
        vault: { attributes: { title: { type: 'string' } } },
      },
      permissions: ['note', 'page'].flatMap((name) => [`api::${name}.${name}.find`]),
      rows: {
        pages: [
          { id: 1, document_id: 'p', title: 'Draft title', secret: 's', code: '$2a', published_at: null },
          { id: 2, document_id: 'p', title: 'Title', secret: 's', code: '$2a' },
        ],
        vaults: [{ id: 1, title: 'Gold' }],
        notes: [
          {
            id: 1,
            document_id: 'n',
            text: 'draft note',
            secret: 's',
            target_id: 1,
            target_type: 'api::page.page',
            published_at: null,
          },
          { id: 2, document_id: 'n', text: 'note', secret: 's', target_id: 2, target_type: 'api::page.page' },
          { id: 3, text: 'of a vault', target_id: 1, target_type: 'api::vault.vault' },
          { id: 4, text: 'of a draft', target_id: 1, target_type: 'api::page.page' },
          { id: 5, text: 'of nothing' },
        ],
        notes_subjects_mph: [
          { note_id: 2, subjects_id: 2, subjects_type: 'api::page.page', field: 'notes', order: 2 },
          { note_id: 4, subjects_id: 2, subjects_type: 'api::page.page', field: 'notes', order: 1 },
          { note_id: 1, subjects_id: 2, subjects_type: 'api::page.page', field: 'notes', order: 3 },
          { note_id: 4, subjects_id: 1, subjects_type: 'api::page.page', field: 'notes', order: 1 },
          { note_id: 2, subjects_id: 1, subjects_type: 'api::vault.vault', field: null, order: 1 },
        ],
      },
    })
    ask = askerOf(await project.open())
  })
  afterAll(() => project.remove())

  it('morphOne and morphMany: only what the caller may see, with the requested status, in order', async () => {
    const [page] = await ask.list('/api/pages?populate=*')
    expect(page).toMatchObject({ id: 2, note: { id: 2, text: 'note' }, notes: [{ id: 4 }, { id: 2 }] })
    expect(Object.keys(page?.note as Entry)).toEqual([
      'id',
      'documentId',
      'text',
      'createdAt',
      'updatedAt',
      'publishedAt',
    ])
    const text = await ask.text('/api/pages?populate=*')
    expect(text).not.toMatch(/secret|code|\$2a/)
    const [draft] = await ask.list('/api/pages?populate=*&status=draft')
    expect(draft).toMatchObject({ id: 1, note: { id: 1, text: 'draft note' }, notes: [] })
  })

  it('morphToOne: no drafts, no forbidden types', async () => {
    const subjects = async (status: string) =>
      (await ask.list(`/api/notes?populate=subject&status=${status}`)).map(({ id, subject }) => [
        id,
        (subject as Entry | null)?.title ?? null,
      ])
    expect(await subjects('published')).toEqual([
      [2, 'Title'],
      [3, null],
      [4, null],
      [5, null],
    ])
    expect(await subjects('draft')).toEqual([[1, 'Draft title']])
    expect(await ask.text('/api/notes?populate=*')).not.toMatch(/Gold|"secret"|"code"|Draft title/)
  })

  it('morphToMany: no drafts, no forbidden types, __type on each entry', async () => {
    const note = await ask.first('/api/notes?populate=subjects')
    expect(note).toMatchObject({ id: 2, subjects: [{ id: 2, title: 'Title', __type: 'api::page.page' }] })
    expect(note.subjects).toHaveLength(1)
  })

  it('filters through morphOne and morphMany see what populate shows', async () => {
    expect(await ask.ids('/api/pages?filters[note][text]=note')).toEqual([2])
    expect(await ask.ids('/api/pages?filters[note][text]=draft note')).toEqual([])
    expect(await ask.ids('/api/pages?filters[notes][text]=of a draft')).toEqual([2])
    expect(await ask.ids('/api/pages?filters[notes][text]=draft note')).toEqual([])
    expect(await ask.refusal('/api/pages?filters[note][secret]=s')).toMatchObject({ status: 400 })
  })

  it('no filter or sort through morphToOne and morphToMany', async () => {
    for (const query of [
      'filters[subject][title]=Title',
      'filters[subjects][title]=Title',
      'sort=subject.title',
      'filters[subject][$null]=true',
    ]) {
      expect(await ask.refusal(`/api/notes?${query}`)).toMatchObject({
        status: 400,
        message: expect.stringContaining('Invalid key subject'),
      })
    }
  })
})
