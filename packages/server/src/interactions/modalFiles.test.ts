import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { uploadPath } from '#domain/files/urls'
import { createUpload } from '#domain/files/upload'
import { hashToken } from '#domain/ids'
import { modalView, startInteractiveServer, plainText, textField } from '#testing/apps/interactiveServer'
import { createTrigger } from '#testing/apps/views'

const url_private = expect.stringMatching(/^http:.*\/files\/F\w+\/notes.txt$/)

function fileField(element: object = {}, more: object = {}) {
  return {
    type: 'input',
    block_id: 'f',
    label: plainText('Proof'),
    element: { type: 'file_input', action_id: 'a', ...element },
    ...more,
  }
}

/** A modal of Scout that Ana has open, and what she uploads for it. */
async function openForm(fields: object[] = [fileField()], answer?: object) {
  const scout = await startInteractiveServer({
    answerDispatch: ({ payload }) => (payload['type'] === 'view_submission' ? answer : undefined),
  })
  const { store } = scout
  for (const [token, app] of [
    ['xoxb-reads', 'A0SCOUT'],
    ['xoxb-other', 'A0QUIET'],
  ] as const) {
    const rest = { enterprise_id: null, user_id: null, teams_granted: null, expires_at: null, revoked: false }
    const row = { hash: hashToken(token), kind: 'bot' as const, app_id: app, team_id: 'T0ACME', scopes: ['files:read'] }
    await store.write((tx) =>
      tx
        .insertInto('tokens')
        .values({ ...row, ...rest })
        .execute(),
    )
  }
  const trigger_id = await createTrigger(scout)
  const { view } = await scout.call('views.open', { trigger_id, view: modalView(fields) })
  const view_id = String(view.id)
  return { ...scout, view_id, uploads, submit, info, wanted }

  async function uploads(name: string, bytes = 'Hello', user = 'U0ANA') {
    const file = { name, size: Buffer.byteLength(bytes), alt: '' }
    const { id, ticket } = await store.write(async (tx) =>
      createUpload(tx, (await findPersonCaller(tx, 'T0ACME', user))!, file),
    )
    await fetch(`${scout.url}${uploadPath}${ticket}`, { method: 'POST', body: bytes })
    return id
  }
  function submit(files: unknown, more: object = {}) {
    return scout.interact('submit', { view_id, state: { f: { a: files }, ...more } })
  }
  /** The error that a bot gets for a file, or `ok`. */
  async function info(file: string, token = 'xoxb-reads') {
    return (await scout.call('files.info', { file }, token))['error'] ?? 'ok'
  }
  async function wanted() {
    return (await scout.readLastDispatch())['view'].state.values.f.a
  }
}

describe('[ACT-16] files of a modal', () => {
  test('are sent to its app when it is submitted, and from then on only the app may read them', async () => {
    const { uploads, submit, info, wanted, readLastDispatch, url, call } = await openForm()
    const id = await uploads('notes.txt')
    expect(await info(id)).toBe('file_not_found')
    expect(await submit([id])).toEqual({})
    expect((await readLastDispatch())['type']).toBe('view_submission')
    expect(await wanted()).toEqual({
      type: 'file_input',
      files: [
        expect.objectContaining({
          id,
          name: 'notes.txt',
          title: 'notes.txt',
          mimetype: 'text/plain',
          filetype: 'text',
          size: 5,
          user: 'U0ANA',
          user_team: 'T0ACME',
          mode: 'snippet',
          url_private,
          url_private_download: expect.any(String),
          permalink: expect.any(String),
          created: expect.any(Number),
          timestamp: expect.any(Number),
        }),
      ],
    })
    expect([await info(id), await info(id, 'xoxb-other')]).toEqual(['ok', 'file_not_found'])
    const { files } = await call('files.list', {}, 'xoxb-reads')
    expect(files).toMatchObject([{ id }])
    const address = (await wanted()).files[0].url_private.replace(/^http:\/\/[^/]+/, url)
    const get = async (token: string) => fetch(address, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await get('xoxb-reads')).text()).toBe('Hello')
    expect((await get('xoxb-other')).status).toBe(404)
  })

  test('stay readable if the app answers with errors, and can be submitted again', async () => {
    const { uploads, submit, wanted, info } = await openForm([fileField()], {
      response_action: 'errors',
      errors: { f: 'Too short.' },
    })
    const first = await uploads('notes.txt')
    expect(await submit([first])).toEqual({ errors: { f: 'Too short.' } })
    const second = await uploads('notes.txt')
    await submit([second, first])
    expect((await wanted()).files.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect([await info(first), await info(second)]).toEqual(['ok', 'ok'])
  })

  test.each<[string, object, string[], string]>([
    ['none', {}, [], 'Add a file.'],
    ['too many', { max_files: 1 }, ['a.png', 'b.png'], 'At most 1 file; these are 2.'],
    [
      'another type',
      { filetypes: ['png', 'jpg'] },
      ['a.PNG', 'b.jpeg', 'c.gif'],
      'c.gif is not one of these types: png, jpg.',
    ],
    ['more than ten', {}, Array.from({ length: 11 }, (_, i) => `${i}.txt`), 'At most 10 files; these are 11.'],
  ])('of which there are %s are refused before the app is asked', async (_what, element, names, fault) => {
    const { uploads, submit, info, app } = await openForm([fileField(element)])
    const ids = []
    for (const name of names) ids.push(await uploads(name))
    expect(await submit(ids)).toEqual({ errors: { f: fault } })
    expect(app.dispatches()).toEqual([])
    for (const id of ids) expect(await info(id)).toBe('file_not_found')
  })

  test('that are larger than 10 MB are refused', async () => {
    const { uploads, submit } = await openForm()
    const id = await uploads('film.mp4', 'x'.repeat(10 * 1024 * 1024 + 1))
    expect(await submit([id])).toEqual({ errors: { f: 'film.mp4 is larger than 10 MB.' } })
  })

  test('that are deleted, of another person, already shared or unknown are refused', async () => {
    const { uploads, submit, store } = await openForm()
    const gone = { errors: { f: 'A file no longer exists. Remove it, and add it again.' } }
    const bens = await uploads('notes.txt', 'Hello', 'U0BEN')
    const shared = await uploads('notes.txt')
    await store.write((tx) => tx.updateTable('files').set({ state: 'ready' }).where('id', '=', shared).execute())
    const late = await uploads('notes.txt')
    for (const ids of [[bens], [shared], ['F0NOBODY'], ['__proto__']]) expect(await submit(ids)).toEqual(gone)
    store.db.clock.advance(3_600_001)
    await store.write((tx) => tx.updateTable('files').set({ state: 'deleted' }).where('id', '=', late).execute())
    expect(await submit([late])).toEqual(gone)
    for (const odd of ['F1', 7, null]) expect(await submit(odd)).toEqual({ errors: { f: 'Add a file.' } })
  })

  test('may be left out of an optional field, and are only sent with the form', async () => {
    const button = { type: 'button', action_id: 'go', text: plainText('Go') }
    const fields = [fileField({}, { optional: true }), textField('t'), { type: 'actions', elements: [button] }]
    const { uploads, submit, wanted, interact, view_id, info } = await openForm(fields)
    const id = await uploads('notes.txt')
    await interact('press', { view_id, action_id: 'go', state: { f: { a: [id] } } })
    expect(await wanted()).toEqual({ type: 'file_input', files: [] })
    expect(await info(id)).toBe('file_not_found')
    expect(await submit([id])).toEqual({ errors: { t: 'Fill this in.' } })
    expect(await info(id)).toBe('file_not_found')
    expect(await submit([], { t: { text: 'x' } })).toEqual({})
    expect(await wanted()).toEqual({ type: 'file_input', files: [] })
  })
})
