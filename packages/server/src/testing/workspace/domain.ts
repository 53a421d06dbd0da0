import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { asApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { now, resetClock } from '#domain/clock'
import { grantOf } from '#domain/access/grants'
import { hashToken } from '#domain/ids'
import { personCaller } from '#domain/people/actions'
import { openRoot, postablePlace } from '#domain/channels/postingRules'
import { recipientOf } from '#domain/streams/recipient'
import { endStream, type Ending } from '#domain/streams/end'
import type { Content } from '#domain/streams/content'
import { checkGrowth, grow } from '#domain/streams/append'
import { type NewStream, openStream } from '#domain/streams/open'
import { ownOpenStream } from '#domain/streams/own'
import { openStreamsAmong } from '#domain/streams/read'
import { findMessage } from '#domain/messages/find'
import type { Store, Tx } from '#store/db'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import type { Open } from '#testing/server/databases'

const fixture = readFileSync(new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url), 'utf8')
const acme = parseWorkspace(fixture, 'acme.workspace.yaml')
export const rootTs = '1767225600.000100'
export const dm = { team_id: 'T0ACME', id: 'D0ANASCOUT' }

/** Acme in a database, and its app Scout at work in Ana's direct message, through the domain alone. */
export async function aScene(open: Open) {
  const store = await open()
  await store.write((tx) => loadWorkspace(tx, acme, { now, hashToken, hashPassword: () => 'none' }))
  onTestFinished(resetClock)
  return { store, ...actsOn(store) }
}

/** What Scout and people do; also on a store that was opened again. */
export function actsOn(store: Store) {
  return { start, append, stop, soFar, message, callerOf, person, set }

  async function start(
    content?: Content,
    given: Partial<NewStream> & { channel?: string; user?: string; team?: string; threadTs?: string } = {},
  ) {
    const scout = asApp(await callerOf('xoxb-acme-scout'))
    return store.write(async (tx) => {
      const threadTs = given.threadTs ?? rootTs
      const place = await postablePlace(tx, scout, given.channel ?? dm.id, threadTs)
      const recipient = await recipientOf(tx, place.channel, { userId: given.user, teamId: given.team })
      const root = openRoot(place, threadTs)
      const rest = { display: 'timeline', appearance: plain, metadata: undefined, clientMsgId: undefined } as const
      return (await openStream(tx, { ...rest, place, root, recipient, content, ...given })).ts
    })
  }
  async function append(ts: string, content: Content, channel = dm): Promise<void> {
    await store.write(async (tx) => grow(tx, await own(tx, ts, 'append', channel), content), ts)
  }
  async function stop(ts: string, content?: Content, ending: Partial<Ending> = {}) {
    return store.write(async (tx) => {
      const head = await own(tx, ts, 'stop', dm)
      await checkGrowth(tx, head, content, ending.blocks)
      return endStream(tx, head, { by: 'app', chunks: content?.chunks ?? [], ...ending })
    })
  }
  async function own(tx: Tx, ts: string, to: 'append' | 'stop', at: typeof dm) {
    const { app } = asApp((await grantOf(tx, 'xoxb-acme-scout'))!.caller)
    return ownOpenStream(tx, app, (await findChannel(tx, at.team_id, at.id))!, ts, to)
  }
  /** An open stream as readers see it. */
  async function soFar(ts: string, channel = dm) {
    return (await openStreamsAmong(store.db, [(await message(ts, channel))!])).get(ts)
  }
  function message(ts: string, channel = dm) {
    return findMessage(store.db, channel, ts)
  }
  async function callerOf(token: string) {
    return (await grantOf(store.db, token))!.caller
  }
  async function person(user: string, team = 'T0ACME') {
    return (await personCaller(store.db, team, user))!
  }
  /** Changes the settings of the server. */
  async function set(settings: object): Promise<void> {
    const value = JSON.stringify({ ...acme.settings, ...settings })
    await store.write((tx) => tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute())
    store.db.memory.clear()
  }
}

const plain = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
/** Content as chat.appendStream reads it. */
export const text = (markdown: string): Content => ({
  mode: 'text',
  chunks: [{ type: 'markdown_text', text: markdown }],
})
export const chunks = (...given: Content['chunks']): Content => ({ mode: 'chunks', chunks: given })
