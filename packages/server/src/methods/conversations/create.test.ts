import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile, uma } from '#testing/workspace/channels'
import { setLimits } from '#testing/workspace/settings'
import { createWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'
import { info } from './info.ts'
import { list } from './list.ts'
import { rename } from './rename.ts'

describe('conversations.create', () => {
  test('[ROM-2] creates a public channel with its creator in it', async () => {
    const { call } = await createWorkspace({ file: channelsFile })

    const { channel } = await call(create, { name: 'launch-2' })

    expect(channel).toMatchObject({
      id: expect.stringMatching(/^C[A-Z0-9]{10}$/),
      name: 'launch-2',
      creator: 'UBOT',
      is_channel: true,
      is_member: true,
      is_private: false,
      is_archived: false,
      is_general: false,
      topic: { value: '', creator: '', last_set: 0 },
    })
    expect(await call(info, { channel: channel?.id, include_num_members: true })).toMatchObject({
      channel: { name: 'launch-2', num_members: 1 },
    })
  })

  test('[ROM-2] creates a private channel, which nobody else sees', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const { channel } = await call(create, { name: 'плани_日本', is_private: 'true' }, { as: 'form', ...uma })
    expect(channel).toMatchObject({ name: 'плани_日本', is_private: true })
    const everything = { types: 'public_channel,private_channel' }
    const seen = async (who: object) => (await call(list, everything, who)).channels?.map(({ id }) => id)
    expect(await seen(uma)).toContain(channel?.id)
    expect(await seen(otto)).not.toContain(channel?.id)
  })

  test('[ROM-2] makes a typed name into that of a channel', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const { channel } = await call(create, { name: ' #My  Big Channel ' })
    expect(channel).toMatchObject({ name: 'my-big-channel', name_normalized: 'my-big-channel' })
    expect(await call(create, { name: 'MY BIG CHANNEL' })).toMatchObject({ error: 'name_taken' })
    const renamed = await call(rename, { channel: channel!.id, name: 'Renamed Test' })
    expect(renamed).toMatchObject({ channel: { name: 'renamed-test' } })
  })

  test('[ROM-2] does not reveal a private channel by its name', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(create, { name: 'alone' }, uma)).toMatchObject({ ok: true })
    expect(await call(create, { name: 'alone' })).toMatchObject({ error: 'name_taken' })
  })

  test('[ROM-2] names of archived channels are taken, those of direct messages and canvases are not', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(create, { name: 'old' })).toMatchObject({ error: 'name_taken' })
    expect(await call(create, { name: 'plan' })).toMatchObject({ ok: true })
  })

  test('creates one channel of a name, however many calls come at once', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const answers = await Promise.all([uma, otto, {}, uma].map((who) => call(create, { name: 'rush' }, who)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('creates the channel in the team that an org-wide token names', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(create, { name: 'wide', team_id: 'T1' }, org)).toMatchObject({
      channel: { context_team_id: 'T1' },
    })
    expect(await call(create, { name: 'wide', team_id: 'T3' }, org)).toMatchObject({
      error: 'team_access_not_granted',
    })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof create> = {
    missing_argument: { args: { name: 'x' }, ...org, detail: '`team_id`' },
    team_not_found: { args: { name: 'x', team_id: 'T2' }, ...org, detail: '"T2"' },
    name_taken: { args: { name: 'help' }, detail: '"help"' },
    too_many_convos_for_team: {
      args: { name: 'x' },
      prepare: (scene) => setLimits(scene, { channelsPerTeam: 1 }),
      detail: 'has 1 channels',
    },
    invalid_name_required: { args: { name: ' ' }, detail: 'needs a name' },
    invalid_name_maxlength: { args: { name: 'x'.repeat(81) }, detail: 'this has 81' },
    invalid_name_specials: { args: { name: 'big.news' }, detail: 'lower-case' },
    invalid_name_punctuation: { args: { name: '-_-' }, detail: 'at least one letter' },
  }
  test.each(refusalRows(refused))('refuses with %s, and creates nothing', (error, call) =>
    expectRefusal(create, error, { file: channelsFile, ...call }),
  )

  test('takes a name of 80 characters', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(create, { name: '日'.repeat(80) })).toMatchObject({ ok: true })
  })
})
