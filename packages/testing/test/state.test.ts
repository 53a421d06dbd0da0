import { WebClient } from '@slack/web-api'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import { scoutManifest } from './scout.ts'

const { bot } = scoutManifest.oauth_config.scopes
const more = ['pins:write', 'bookmarks:write', 'channels:manage', 'reactions:write']
const manifest = { ...scoutManifest, oauth_config: { scopes: { bot: [...bot, ...more] } } }

async function createScene() {
  const server = await startRivulet({
    workspace: {
      people: ['ana', 'ben'],
      channels: { general: ['ana', 'ben', 'Scout'], random: ['ana'] },
      apps: [manifest],
    },
  })
  onTestFinished(() => server.close())
  const scout = server.app()
  const client = new WebClient(scout.botToken, { slackApiUrl: server.apiUrl })
  const [ana, ben, channel] = [server.person('ana'), server.person('ben'), server.channel('general').id]
  let n = 0
  const post = async () => {
    const text = `Word ${++n}`
    const { ts = '' } = await client.chat.postMessage({ channel, text })
    return { ts, text }
  }
  const stream = async () => {
    const { ts: thread_ts } = await ana.says('#general', 'Stream, please')
    const to = { recipient_user_id: ana.id, recipient_team_id: 'T0TEST' }
    const { ts = '' } = await client.chat.startStream({ channel, thread_ts, markdown_text: '**for', ...to })
    return { ts, text: '', thread_ts }
  }
  return { server, scout, client, channel, ana, ben, post, stream, topic: '' }
}
type Scene = Awaited<ReturnType<typeof createScene>>
/** What an act begins with, before the first state is read. */
type Begun = { ts: string; text: string; thread_ts?: string }

interface Act {
  begin?: (scene: Scene) => Promise<Begun>
  /** Returns what a diff has to say of it. */
  run: (scene: Scene, begun: Begun) => Promise<object[]>
}

const posted = { begin: ({ post }: Scene) => post() }

const acts: Record<string, Act> = {
  says: {
    async run({ ana, channel }) {
      const { ts } = await ana.says('#general', 'Hm, **well**')
      return [{ change: 'posted', ts, channel, user: ana.id, text: 'Hm, **well**' }]
    },
  },
  posts: {
    async run({ post, scout, channel }) {
      const { ts, text } = await post()
      return [{ change: 'posted', ts, channel, app: scout.id, user: scout.botUser, text }]
    },
  },
  edits: {
    ...posted,
    async run({ client, channel, scout }, { ts, text: before }) {
      const text = `${before} again`
      await client.chat.update({ channel, ts, text })
      return [{ change: 'edited', ts, channel, app: scout.id, user: scout.botUser, text, before }]
    },
  },
  deletes: {
    ...posted,
    async run({ client, channel, scout }, { ts, text }) {
      await client.chat.delete({ channel, ts })
      return [{ change: 'deleted', ts, channel, app: scout.id, user: scout.botUser, text }]
    },
  },
  reacts: {
    ...posted,
    async run({ channel, ben, scout }, { ts }) {
      await ben.reacts({ channel, ts }, 'tada')
      return [{ change: 'reacted', ts, channel, app: scout.id, user: scout.botUser, name: 'tada', by: ben.id }]
    },
  },
  unreacts: {
    async begin({ post, ben, channel }) {
      const begun = await post()
      await ben.reacts({ channel, ts: begun.ts }, 'eyes')
      return begun
    },
    async run({ channel, ben, scout }, { ts }) {
      await ben.reacts({ channel, ts }, 'eyes', false)
      return [{ change: 'unreacted', ts, channel, app: scout.id, user: scout.botUser, name: 'eyes', by: ben.id }]
    },
  },
  pins: {
    ...posted,
    async run({ client, channel, scout }, { ts }) {
      await client.pins.add({ channel, timestamp: ts })
      return [{ change: 'pinned', channel, ts, by: scout.botUser }]
    },
  },
  bookmarks: {
    async run({ client, channel }) {
      await client.bookmarks.add({ channel_id: channel, title: 'Plan', type: 'link', link: 'https://plan.example/' })
      return [{ change: 'bookmarked', channel, title: 'Plan', link: 'https://plan.example/' }]
    },
  },
  setsTopic: {
    async run(scene, { text: unique }) {
      const [before, after] = [scene.topic, `Topic of ${unique}`]
      scene.topic = after
      await scene.client.conversations.setTopic({ channel: scene.channel, topic: after })
      return [{ change: 'set topic', channel: scene.channel, before, after }]
    },
    ...posted,
  },
  creates: {
    ...posted,
    async run({ client, scout }, { text: unique }) {
      const name = unique.toLowerCase().replace(' ', '-')
      const { channel: made } = await client.conversations.create({ name })
      return [{ change: 'created channel', channel: made?.id, name, kind: 'public', members: [scout.botUser] }]
    },
  },
  streams: {
    async run({ stream, client, channel, scout }) {
      const { ts, thread_ts } = await stream()
      await client.chat.stopStream({ channel, ts, markdown_text: 'ty**' })
      const message = { channel, user: scout.botUser, app: scout.id }
      const [text, state] = ['**forty**', 'completed']
      return [
        { change: 'posted', ts, ...message, text, stream: state, thread_ts },
        expect.objectContaining({ ts: thread_ts }),
      ]
    },
  },
  endsStream: {
    begin: ({ stream }) => stream(),
    async run({ client, channel, scout }, { ts }) {
      await client.chat.stopStream({ channel, ts, markdown_text: 'ty**' })
      const message = { channel, user: scout.botUser, app: scout.id }
      return [{ change: 'streamed', ts, ...message, text: '**forty**', stream: 'completed', ended_by: 'app' }]
    },
  },
  uploads: {
    async run({ ana, channel }) {
      const { ts, files } = await ana.uploads('#general', { name: 'a.txt', content: 'a' })
      const [file = ''] = files.map(({ id }) => id)
      const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
      return [
        { change: 'posted', ts, channel, user: ana.id, text: '', files: [file] },
        { change: 'shared file', file, name: 'a.txt', user: ana.id, sha256 },
      ]
    },
  },
  schedules: {
    async run({ server, client, channel, scout }) {
      const post_at = Math.floor(server.clock.now() / 1000) + 3600
      const { scheduled_message_id: id } = await client.chat.scheduleMessage({ channel, text: 'Later', post_at })
      return [{ change: 'scheduled', id, channel, user: scout.botUser, post_at, text: 'Later' }]
    },
  },
  thinks: {
    async begin({ ana, scout }) {
      const { ts, channel } = await ana.says(scout, 'Hm?')
      return { ts, text: channel }
    },
    async run({ client, scout }, { ts: thread_ts, text: channel }) {
      const thread = { channel_id: channel, thread_ts }
      await client.assistant.threads.setTitle({ ...thread, title: 'A question' })
      await client.assistant.threads.setStatus({ ...thread, status: 'is thinking…' })
      return [
        { change: 'set status', channel, thread_ts, app: scout.id, text: 'scout is thinking…' },
        { change: 'titled', channel, thread_ts, title: 'A question' },
      ]
    },
  },
}

test('a diff names exactly what people and apps have done, in any order', async () => {
  const scene = await createScene()
  const { server } = scene
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(Object.keys(acts), { minLength: 1 }), async (names) => {
      const begun: Begun[] = []
      for (const name of names) begun.push((await acts[name]?.begin?.(scene)) ?? { ts: '', text: '' })
      const before = await server.state()
      const expected: object[] = []
      for (const [i, name] of names.entries()) expected.push(...((await acts[name]?.run(scene, begun[i]!)) ?? []))
      const changes = server.diffState(before, await server.state())
      expect(changes).toHaveLength(expected.length)
      expect(changes).toEqual(expect.arrayContaining(expected))
    }),
    { numRuns: 8 },
  )
  expect(JSON.stringify(await server.state())).not.toMatch(/xox|xapp|secret|password|127\.0\.0\.1/)
})

test('a state is the same as long as nobody does anything that others see', async () => {
  const { server, client, ana, post } = await createScene()
  await post()
  const before = await server.state()
  await client.auth.test()
  await client.conversations.history({ channel: server.channel('general').id })
  await ana.opens(server.app(), 'messages')
  server.clock.stand()

  const after = await server.state()
  expect(server.diffState(before, after).filter(({ change }) => change !== 'created channel')).toEqual([])
  expect(server.diffState(after, structuredClone(after))).toEqual([])
  expect(server.diffState(after, before).map(({ change }) => change)).toEqual(['deleted channel'])
  expect(() => server.diffState(before, { ...after, team: { ...after.team, id: 'T0OTHER' } })).toThrow(
    'T0TEST and T0OTHER',
  )
})

test('changes of names, members and places are told as such', async () => {
  const { server, client, channel, ana, ben } = await createScene()
  const { channel: made } = await client.conversations.create({ name: 'moon' })
  const moon = made?.id ?? ''
  const first = await server.state()
  await client.conversations.invite({ channel: moon, users: `${ana.id},${ben.id}` })
  await client.conversations.rename({ channel: moon, name: 'mars' })
  await client.conversations.setPurpose({ channel: moon, purpose: 'Red' })
  await client.conversations.kick({ channel: moon, user: ben.id })
  await client.conversations.archive({ channel: moon })
  await client.chat.postEphemeral({ channel, user: ana.id, text: 'Only you' })
  const second = await server.state()

  const about = { channel: moon }
  expect(server.diffState(first, second)).toMatchObject([
    { change: 'posted', channel, only_for: ana.id, text: 'Only you' },
    { change: 'archived', ...about, name: 'mars' },
    { change: 'renamed channel', ...about, before: 'moon', after: 'mars' },
    { change: 'set purpose', ...about, before: '', after: 'Red' },
    { change: 'joined', ...about, user: ana.id },
  ])
  expect(server.diffState(second, first).map(({ change }) => change)).toEqual([
    'deleted',
    'unarchived',
    'renamed channel',
    'set purpose',
    'left',
  ])
})
