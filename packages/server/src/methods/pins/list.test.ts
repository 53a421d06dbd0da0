import { describe, expect, test } from 'vitest'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { add } from './add.ts'
import { list } from './list.ts'

const root = '1767225600.000100'

describe('pins.list', () => {
  const refused: Refusals<typeof list> = {
    invalid_cursor: { args: { channel: 'C0HELP', cursor: 'x' }, detail: '"cursor": "x"' },
    channel_not_found: { args: { channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe.xoxb-globex-scout', detail: '"general"' },
    not_in_channel: { args: { channel: 'C1' }, token: 'xoxp-outside', file: userTokensFile, detail: 'C1' },
  }
  test.each(refusalRows(refused))('[PIN-4] refuses with %s', (error, call) => expectRefusal(list, error, call))

  test('works with an org-wide token', async () => {
    const { call } = await createWorkspace({ file: enterpriseFile() })
    await call(add, { channel: 'C1', timestamp: root }, { token: 'xoxe-all' })
    expect((await call(list, { channel: 'C1' }, { token: 'xoxe-all' })).items).toHaveLength(1)
  })

  test('[PIN-4] shows who is not a member nothing', async () => {
    const { call, store } = await createWorkspace()
    await store.write((tx) => pin(tx, 'C0NOBOT', root))
    expect(await call(list, { channel: 'C0NOBOT' })).toMatchObject({ ok: false })
  })
})

function pin(tx: Parameters<Parameters<Workspace['store']['write']>[0]>[0], channel: string, ts: string, n = 1) {
  return tx
    .insertInto('pins')
    .values({ team_id: 'T0ACME', channel_id: channel, ts, user_id: 'U0ANA', n, pinned_at: 0 })
    .execute()
}
