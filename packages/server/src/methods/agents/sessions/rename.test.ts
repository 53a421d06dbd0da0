import { describe, expect, test } from 'vitest'
import { agentFile } from '#testing/workspace/agents'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { rootTs } from '#testing/workspace/domain'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { rename } from './rename.ts'
import { setStatus } from './setStatus.ts'

const one = { file: agentFile, token: 'xoxb-one' }
const there = { channel_id: 'C1', thread_ts: rootTs }
const given = { ...there, title: 'Ship it' }

async function begun({ call }: Workspace) {
  await call(setStatus, { ...there, status: 'active', title: 'Deploy' }, one)
}

describe('agents.sessions.rename', () => {
  test('[THR-1] renames the session', async () => {
    const scene = await createWorkspace(one)
    await begun(scene)
    expect(await scene.call(rename, { ...there, title: ' Ship\nit ' }, one)).toEqual({ ok: true, title: 'Ship it' })
    expect(await scene.readThread('uma', 'C1', rootTs)).toMatchObject({ title: 'Ship it' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof rename> = {
    channel_not_found: { ...one, args: { ...given, channel_id: 'C9' }, detail: 'C9' },
    channel_type_not_supported: { ...one, args: { ...given, channel_id: 'C4' }, detail: 'C4' },
    is_archived: { ...one, args: { ...given, channel_id: 'C3' }, detail: 'C3' },
    invalid_thread_ts: { ...one, args: { ...given, thread_ts: '1' }, detail: '"1"' },
    not_in_channel: { ...one, args: given, token: 'xoxp-outside', detail: 'You are not in C1' },
    thread_ts_required: { ...one, args: { ...given, thread_ts: undefined }, detail: '`thread_ts`' },
    invalid_name: { ...one, args: { ...given, title: ' \n' }, detail: '"title"' },
    session_not_found: { ...one, args: given, detail: 'agents.sessions.setStatus begins one' },
    not_authorized: { ...one, args: given, token: 'xoxb-two', prepare: begun, detail: 'A2' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and renames nothing', (error, call) =>
    expectRefusal(rename, error, call),
  )

  test.each([
    ['an empty title', '', 'must be more than 0 characters'],
    ['201 characters', 'x'.repeat(201), 'must be less than 201 characters'],
  ])('refuses %s: invalid_arguments', (_what, title, detail) =>
    expectRefusal(rename, 'invalid_arguments', { ...one, args: { ...given, title }, detail }),
  )
})
