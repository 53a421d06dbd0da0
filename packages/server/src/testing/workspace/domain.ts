import { readFileSync } from 'node:fs'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { findGrant } from '#domain/access/grants'
import { hashToken } from '#domain/ids'
import { findPersonCaller } from '#domain/people/personCaller'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { findRecipient } from '#domain/streams/recipient'
import { endStream, type StreamEnd } from '#domain/streams/end'
import type { StreamContent } from '#domain/streams/content'
import { appendDelta, checkAppend } from '#domain/streams/append'
import { type NewStream, openStream } from '#domain/streams/open'
import { findOwnOpenStream } from '#domain/streams/findOwnOpenStream'
import { readOpenStreams } from '#domain/streams/read'
import { findMessage } from '#domain/messages/find'
import type { Store, Tx } from '#store/db'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import type { OpenStore } from '#testing/database/databases'

const fixture = readFileSync(new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url), 'utf8')
const acme = parseWorkspace(fixture, 'acme.workspace.yaml')
export const rootTs = '1767225600.000100'
export const dm = { team_id: 'T0ACME', id: 'D0ANASCOUT' }

/** Loads Acme into a database, with functions of the domain for its app Scout in Ana's direct message. */
export async function loadAcme(open: OpenStore) {
  const store = await open()
  await store.write((tx) => loadWorkspace(tx, acme, { hashToken, hashPassword: () => 'none' }))
  return { store, ...actionsOn(store) }
}

/** Functions of the domain as Scout and people use them; also for a store that was reopened. */
export function actionsOn(store: Store) {
  return { start, append, stop, readStream, readMessage, findCaller, findPerson, changeSettings }

  async function start(
    content?: StreamContent,
    given: Partial<NewStream> & { channel?: string; user?: string; team?: string; threadTs?: string } = {},
  ) {
    const scout = requireApp(await findCaller('xoxb-acme-scout'))
    return store.write(async (tx) => {
      const threadTs = given.threadTs ?? rootTs
      const place = await findPostingTarget(tx, scout, given.channel ?? dm.id, threadTs)
      const recipient = await findRecipient(tx, place.channel, { userId: given.user, teamId: given.team })
      const root = findOpenRoot(place, threadTs)
      const rest = { display: 'timeline', appearance: plain, metadata: undefined, clientMsgId: undefined } as const
      return (await openStream(tx, { ...rest, target: place, root, recipient, content, ...given })).ts
    })
  }
  async function append(ts: string, content: StreamContent, channel = dm): Promise<void> {
    await store.write(
      async (tx) => appendDelta(tx, await own(tx, ts, 'append', channel), content),
      `${channel.id}/${ts}`,
    )
  }
  async function stop(ts: string, content?: StreamContent, ending: Partial<StreamEnd> = {}) {
    return store.write(async (tx) => {
      const head = await own(tx, ts, 'stop', dm)
      await checkAppend(tx, head, content, ending.blocks)
      return endStream(tx, head, { by: 'app', chunks: content?.chunks ?? [], ...ending })
    }, `${dm.id}/${ts}`)
  }
  async function own(tx: Tx, ts: string, to: 'append' | 'stop', at: typeof dm) {
    const { app } = requireApp((await findGrant(tx, 'xoxb-acme-scout'))!.caller)
    return findOwnOpenStream(tx, app, (await findChannel(tx, at.team_id, at.id))!, ts, to)
  }
  /** Reads an open stream as readers see it. */
  async function readStream(ts: string, channel = dm) {
    return (await readOpenStreams(store.db, [(await readMessage(ts, channel))!])).get(ts)
  }
  function readMessage(ts: string, channel = dm) {
    return findMessage(store.db, channel, ts)
  }
  async function findCaller(token: string) {
    return (await findGrant(store.db, token))!.caller
  }
  async function findPerson(user: string, team = 'T0ACME') {
    return (await findPersonCaller(store.db, team, user))!
  }
  /** Changes the settings of the server. */
  async function changeSettings(settings: object): Promise<void> {
    const value = JSON.stringify({ ...acme.settings, ...settings })
    await store.write((tx) => tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute())
    store.db.cache.clear()
  }
}

const plain = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
/** Content as chat.appendStream parses it. */
export const text = (markdown: string): StreamContent => ({
  mode: 'text',
  chunks: [{ type: 'markdown_text', text: markdown }],
})
export const chunks = (...given: StreamContent['chunks']): StreamContent => ({ mode: 'chunks', chunks: given })
