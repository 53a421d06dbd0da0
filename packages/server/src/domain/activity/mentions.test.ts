import type { Block } from '@rivulet/blocks/types'
import { describe, expect, test } from 'vitest'
import { findApp } from '#domain/apps/find'
import { uninstallApp } from '#domain/apps/uninstall'
import { findChannel } from '#domain/channels/find'
import { findReadMark } from '#domain/channels/readMarks'
import { postMessage } from '#domain/messages/post'
import { stopStream } from '#domain/people/stopStream'
import { endStream } from '#domain/streams/end'
import { endTimedOutStreams } from '#domain/streams/endTimedOut'
import { findHead } from '#domain/streams/openHeads'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { createPushScene } from '#testing/apps/pushScene'
import { chunks } from '#testing/workspace/domain'

const help = { team_id: 'T0ACME', id: 'C0HELP' }
const address = {
  endpoint: 'https://push.example.org/1',
  p256dh: Buffer.from([4, ...new Uint8Array(64)]).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
}
const many = (count: number, mention: (n: number) => string) => Array.from({ length: count }, (_, n) => mention(n))

const words: Record<string, string[]> = {
  'everybody, also by what only looks like a group': ['<!channel> <!subteam^C0HELP>', '<!channel> <!subteam^S0OPS>'],
  'six hundred people that do not exist': many(600, (n) => `<@U${n}>`),
  'two thousand groups that do not exist': many(2000, (n) => `<!subteam^S${n}>`),
  'people and groups with ids that no index takes': many(2, () => `<@U${noise()}> <!subteam^S${noise()}>`),
}

onBothDatabases('a message that mentions', (open) => {
  describe.each(Object.entries(words))('%s', (_whom, mentions) => {
    test('[NTF-1] is posted', async () => {
      const { post, store } = await createScene(open)
      const ts = await post(inSections(mentions))
      expect(await store.db.selectFrom('messages').select('ts').where('ts', '=', ts).execute()).toHaveLength(1)
    })

    test('[STR-6, APP-10] ends as a stream by its app, its reader, a timeout and an uninstallation', async () => {
      const { begin, findPerson, readMessage, store } = await createScene(open)
      const stateOf = async (ts: string) => (await readMessage(ts, help))?.streaming_state
      const [ofApp, ofReader, timedOut] = [await begin(mentions), await begin(mentions), await begin(mentions)]
      await store.write(async (tx) => endStream(tx, (await findHead(tx, help, ofApp))!, { by: 'app' }))
      const ana = await findPerson('U0ANA')
      await store.write((tx) => stopStream(tx, ana, help.id, ofReader))
      store.db.clock.advance(600_000)
      expect(await endTimedOutStreams(store)).toBe(1)
      const ofUninstalled = await begin(mentions)
      const scout = (await findApp(store.db, 'T0ACME', 'Scout'))!
      await store.write((tx) => uninstallApp(tx, scout, 'T0ACME'))
      const states = [
        await stateOf(ofApp),
        await stateOf(ofReader),
        await stateOf(timedOut),
        await stateOf(ofUninstalled),
      ]
      expect(states).toEqual(['completed', 'completed', 'errored', 'errored'])
    })
  })

  test('[REA-4] a channel as if it were a group mentions nobody', async () => {
    const { post, store } = await createScene(open)
    await post(inSections(['<!subteam^C0HELP>']))
    const channel = (await findChannel(store.db, help.team_id, help.id))!
    expect(await findReadMark(store.db, channel, 'U0ANA')).toMatchObject({ mentions: [] })
  })

  test('[NTF-10, GRP-5] a group of five thousand is pushed to those of them who are in the channel', async () => {
    const { post, store, ana, ben, subscribed } = await createScene(open)
    const session = await subscribed(ana, address)
    await subscribed(ben, { ...address, endpoint: 'https://push.example.org/2' })
    const users = [...many(4999, (n) => `U${n}`), 'U0ANA']
    await store.write((tx) => tx.updateTable('usergroups').set({ users }).where('id', '=', 'S0OPS').execute())
    const ts = await post(inSections(['<!subteam^S0OPS>']))
    expect(await store.db.selectFrom('pushes').select(['session', 'ts']).execute()).toEqual([{ session, ts }])
    await store.write((tx) => tx.updateTable('usergroups').set({ disabled_at: 1 }).where('id', '=', 'S0OPS').execute())
    await post(inSections(['<!subteam^S0OPS>']))
    expect(await store.db.selectFrom('pushes').select('ts').execute()).toEqual([{ ts }])
  })
})

async function createScene(open: OpenStore) {
  const scene = await createPushScene(open)
  const { store, ben, start } = scene
  const channel = (await findChannel(store.db, help.team_id, help.id))!
  return {
    ...scene,
    /** Posts a message of Ben's. */
    post: async (blocks: Block[]) =>
      (await store.write((tx) => postMessage(tx, ben, { channel, threadTs: undefined, text: '', blocks }))).ts,
    /** Begins a reply of Scout's. */
    begin: (mentions: readonly string[]) =>
      start(chunks({ type: 'blocks', blocks: inSections(mentions) }), {
        channel: help.id,
        user: 'U0ANA',
        team: 'T0ACME',
      }),
  }
}

/** Letters and digits that no compression makes shorter. */
function noise(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(2800))
  return Array.from(bytes, (byte) => (byte % 36).toString(36).toUpperCase()).join('')
}

function inSections(mentions: readonly string[]): Block[] {
  const sections: Block[] = []
  for (let text = '', i = 0; i < mentions.length; i++) {
    text += `${mentions[i]} `
    if (i === mentions.length - 1 || text.length + mentions[i + 1]!.length > 2900) {
      sections.push({ type: 'section', text: { type: 'mrkdwn', text } } as Block)
      text = ''
    }
  }
  return sections
}
