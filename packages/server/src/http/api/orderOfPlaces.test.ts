import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import { orgToken } from '#testing/refusals/commonRefusal'
import { changeTeam } from '#testing/workspace/settings'
import { rootTs } from '#testing/workspace/twoTeams'
import type { Workspace } from '#testing/workspace/workspace'

/** What can be wrong with a channel, in the order in which it is checked. */
interface Fault {
  error: string
  channel?: Record<string, unknown>
  team?: object
  absent?: true
  /** Whether setStatus answers with it too. The others are only about messages. */
  status?: true
}

/** `absent` is what an app that is not a member gets: [PLA-1] the methods differ in it. */
const faultsOf = (absent: string): Fault[] => [
  { error: 'channel_not_found', channel: { deleted: true }, status: true },
  { error: 'ekm_access_denied', team: { policies: { suspended: true } }, status: true },
  { error: 'ekm_access_denied', channel: { suspended: true }, status: true },
  { error: 'channel_type_not_supported', channel: { kind: 'canvas' } },
  { error: 'is_archived', channel: { archived: true } },
  { error: absent, absent: true, status: true },
  { error: 'access_denied', channel: { blocked_apps: ['A0SCOUT'] }, status: true },
  { error: 'restricted_action_read_only_channel', channel: { posting: 'read_only' } },
  { error: 'restricted_action_non_threadable_channel', channel: { threads: false } },
  { error: 'restricted_action', team: { policies: { posting: 'admins' } } },
]
const args = { channel: acmeIds.channel, channel_id: acmeIds.channel, thread_ts: rootTs, status: 'x', text: 'x' }
const recipient = { recipient_user_id: acmeIds.user, recipient_team_id: acmeIds.team }

describe.each([
  [startStream.name, startStream, faultsOf('no_permission')],
  [postMessage.name, postMessage, faultsOf('not_in_channel')],
  [setStatus.name, setStatus, faultsOf('no_permission').filter(({ status }) => status)],
])('[ORD 14] the place of %s', (_name, method, steps) => {
  let scene: Workspace
  beforeAll(async () => {
    scene = await createAcmeWorkspace()
  })
  afterAll(() => scene.close())

  test('is checked in order: of two failing checks the earlier one answers', async () => {
    const wrong: unknown[] = []
    for (const [i, earlier] of steps.entries())
      for (const later of steps.slice(i)) {
        if (earlier.team && later.team && earlier !== later) continue
        await arrange([earlier, later])
        const before = await scene.countRows()
        const { body } = await scene.post(method, { ...args, ...recipient })
        if (body['error'] !== earlier.error) wrong.push({ earlier, later, answer: body['error'] })
        expect(await scene.countRows()).toBe(before)
      }
    expect(wrong).toEqual([])
  })

  test('team_access_not_granted comes after the channel is found, and before its rules', async () => {
    const there = {
      ...args,
      channel: 'C0GLO2',
      channel_id: 'C0GLO2',
      recipient_user_id: 'U0GLO2',
      recipient_team_id: 'T0GLOBEX2',
    }
    for (const [change, error] of [
      [{ deleted: true }, 'channel_not_found'],
      [{ deleted: false, suspended: true, archived: true }, 'team_access_not_granted'],
    ] as const) {
      await scene.store.write((tx) => tx.updateTable('channels').set(change).where('id', '=', 'C0GLO2').execute())
      scene.store.db.cache.clear()
      expect((await scene.post(method, there, { token: orgToken })).body['error']).toBe(error)
    }
  })

  async function arrange(wrong: Fault[]): Promise<void> {
    const usual = {
      deleted: false,
      suspended: false,
      kind: 'public',
      archived: false,
      posting: 'everyone',
      threads: true,
    } as const
    const channel = Object.assign({}, usual, { blocked_apps: [] }, ...wrong.map((fault) => fault.channel))
    const place = { team_id: acmeIds.team, channel_id: acmeIds.channel, user_id: 'U0SCOUT' }
    await scene.store.write(async (tx) => {
      await tx.updateTable('channels').set(channel).where('id', '=', acmeIds.channel).execute()
      await tx
        .deleteFrom('members')
        .where('channel_id', '=', acmeIds.channel)
        .where('user_id', '=', 'U0SCOUT')
        .execute()
      if (!wrong.some(({ absent }) => absent))
        await tx
          .insertInto('members')
          .values({ ...place, joined_at: 0 })
          .execute()
    })
    await changeTeam(scene, acmeIds.team, Object.assign({ policies: {} }, ...wrong.map((fault) => fault.team)))
  }
})
