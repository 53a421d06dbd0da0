import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { info } from './info.ts'
import { completeFile } from '#testing/apps/uploads'
import { createWorkspace } from '#testing/workspace/workspace'
import { getUploadURLExternal } from './getUploadURLExternal.ts'

const file = { filename: 'notes.txt', length: 5 }

describe('files.getUploadURLExternal', () => {
  test('[FIL-1] returns an address that is valid once', async () => {
    const { call, url } = await createWorkspace()
    const { upload_url: address = '', file_id: id } = await call(getUploadURLExternal, file)
    expect(address.startsWith(`${url}/upload/v1/`)).toBe(true)
    expect(id).toMatch(/^F[A-Z0-9]{10}$/)

    const post = () => fetch(address, { method: 'POST', body: 'Hello' })
    const first = await post()
    expect([first.status, await first.text()]).toEqual([200, 'OK - 5\n'])
    expect((await post()).status).toBe(404)
  })

  test('[FIL-3] the size may be text of a form', async () => {
    const { call } = await createWorkspace()
    expect(await call(getUploadURLExternal, file, { as: 'form' })).toMatchObject({ ok: true })
    expect(await call(getUploadURLExternal, { ...file, length: 0 })).toMatchObject({ error: 'invalid_arguments' })
    expect(await call(getUploadURLExternal, { ...file, length: 1.5 })).toMatchObject({ error: 'invalid_arguments' })
  })

  test.each([
    ['hello.txt', undefined, 'text', 'Plain Text', 'text/plain', 'snippet'],
    ['a.py', undefined, 'python', 'Python', 'text/plain', 'snippet'],
    ['a.TS', undefined, 'typescript', 'TypeScript', 'text/plain', 'snippet'],
    ['a.html', undefined, 'html', 'HTML', 'text/plain', 'snippet'],
    ['a.csv', undefined, 'csv', 'CSV', 'text/csv', 'snippet'],
    ['notes', 'python', 'python', 'Python', 'text/plain', 'snippet'],
    ['a.txt', 'js', 'javascript', 'JavaScript', 'text/plain', 'snippet'],
    ['a.png', 'nonsense', 'png', 'PNG', 'image/png', 'hosted'],
    ['a.JPEG', undefined, 'jpg', 'JPEG', 'image/jpeg', 'hosted'],
    ['a.m4a', undefined, 'm4a', 'MPEG 4 Audio', 'audio/mp4', 'hosted'],
    ['a.eml', undefined, 'email', 'Email', 'message/rfc822', 'hosted'],
    ['a.xls', undefined, 'xls', 'Excel Spreadsheet', 'application/vnd.ms-excel', 'hosted'],
    ['a.qq', undefined, 'qq', 'QQ', 'application/octet-stream', 'hosted'],
    ['a', undefined, 'binary', 'Binary', 'application/octet-stream', 'hosted'],
  ])('[FIL-6] %s, uploaded as %s, is %s', async (name, snippet_type, filetype, pretty_type, mimetype, mode) => {
    const scene = await createWorkspace()
    const id = await completeFile(scene, { name, ...(snippet_type ? { snippet_type } : {}) })
    expect((await scene.call(info, { file: id })).file).toMatchObject({ filetype, pretty_type, mimetype, mode })
  })

  const small = 'settings: { files: { max_size: 4, max_per_team: 4 } }'
  const refused: Refusals<typeof getUploadURLExternal> = {
    missing_argument: { args: file, token: 'xoxe-all', file: org(''), detail: 'team_id' },
    team_not_found: { args: { ...file, team_id: 'T9' }, token: 'xoxe-all', file: org(''), detail: '"T9"' },
    alt_txt_too_large: { args: { ...file, alt_text: 'x'.repeat(1001) }, detail: '1000' },
    file_upload_size_restricted: { args: { ...file, team_id: 'T1' }, token: 'xoxe-all', file: org(small), detail: '4' },
    storage_limit_reached: {
      args: { ...file, length: 4, team_id: 'T1' },
      token: 'xoxe-all',
      file: org(small),
      prepare: async ({ call }) =>
        void (await call(getUploadURLExternal, { ...file, length: 1, team_id: 'T1' }, { token: 'xoxe-all' })),
      detail: '1 bytes of at most 4',
    },
    too_many_uploads: {
      args: file,
      prepare: async ({ call }) => {
        for (let i = 0; i < 100; i++) await call(getUploadURLExternal, file)
      },
      detail: '100 files',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and expects nothing', (error, call) =>
    expectRefusal(getUploadURLExternal, error, call),
  )
})

function org(settings: string): string {
  return `
version: 1
${settings}
enterprises: [{ id: E1, name: Globex }]
teams:
  - { id: T1, name: One, domain: one, enterprise: E1, users: [{ id: U1, name: gus }] }
apps:
  - { id: A1, bot_user: UBOT, installed_in: [T1], manifest: { display_information: { name: Scout } } }
tokens:
  - { token: xoxe-all, kind: org, app: A1, enterprise: E1, scopes: ['files:write'] }
`
}
