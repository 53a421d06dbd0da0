import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAppOfTeam } from '#domain/apps/find'
import { uninstallApp } from '#domain/apps/uninstall'
import { sendMessage } from '#domain/people/messages/send'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { endTimedOutStreams } from '#domain/streams/endTimedOut'
import type { Store } from '#store/db'
import { everyScope } from '#testing/calls/tokens'
import { contents, type Content } from '#testing/mutations/contents'
import { onBothDatabases } from '#testing/database/databases'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { createWorkspace } from '#testing/workspace/workspace'

/** `npm run fuzz -- --runs 1000000` sets the first, and `--seed` the second. */
const runs = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 20_000) / 1600)
const seed = process.env['FUZZ_SEED'] === undefined ? {} : { seed: Number(process.env['FUZZ_SEED']) }
const { team, channel, user, botToken, ts: root } = teamIds('A')
const minuteMs = 60_000

onBothDatabases('[ENV-8] content that was accepted', (open) => {
  test(
    'is read, changed, shared, sent later and ended, and its app is uninstalled, without an error that nobody expects',
    { timeout: 60_000 + 3000 * runs },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 3 }), async (given) => {
          const life = await createLife(await open())
          for (const content of given) await life.livesThrough(content)
          await life.endsWithItsApp()
        }),
        { numRuns: runs, ...seed },
      )
    },
  )
})

async function createLife(store: Store) {
  const file = twoTeamsFile({ scopes: everyScope })
  const scene = await createWorkspace({ file, store })
  const { state } = scene
  const ana = await findPersonCaller(store.db, team, user)
  if (!ana) throw new Error('The person is missing.')
  return { livesThrough, endsWithItsApp }

  /** Calls as the app. An error is an answer; one that the server does not expect fails. */
  async function call(name: string, args: object): Promise<Record<string, any>> {
    const { body } = await scene.post({ name }, args, { token: botToken })
    expect(state.unexpectedErrors, `${name} ${JSON.stringify(args)}`).toEqual([])
    return body
  }

  async function livesThrough(content: Content): Promise<void> {
    const message = { text: content.text, blocks: content.blocks }
    await livesAsMessage(message)
    await livesAsMessage({ markdown_text: content.text })
    await call('chat.postMessage', { channel, attachments: [{ ...message, color: 'good', fallback: content.text }] })
    await call('chat.postMessage', { channel, thread_ts: root, reply_broadcast: true, ...message })
    await call('chat.postEphemeral', { channel, user, ...message })
    await call('views.publish', { user_id: user, view: { type: 'home', blocks: content.blocks } })
    await livesAsStream({ chunks: [{ type: 'blocks', blocks: content.blocks }] }, content)
    await livesAsStream({ chunks: [{ type: 'markdown_text', text: content.text }] }, content)
    await livesAsStream({ markdown_text: content.text }, content)
    await store.write((tx) => sendMessage(tx, ana!, { channelId: channel, text: content.text })).catch(expectRefusal)
    await call('conversations.history', { channel, limit: 100 })
    await isSentLater(message)
  }

  async function livesAsMessage(message: object): Promise<void> {
    const { ok, ts } = await call('chat.postMessage', { channel, ...message })
    if (!ok) return
    expect(await call('chat.update', { channel, ts, ...message })).toMatchObject({ ok: true })
    for (const name of ['reactions.add', 'pins.add'])
      expect(await call(name, { channel, ts, timestamp: ts, name: 'eyes' }), name).toMatchObject({ ok: true })
    expect(await call('chat.delete', { channel, ts })).toMatchObject({ ok: true })
  }

  async function livesAsStream(start: object, content: Content): Promise<void> {
    const open = { channel, thread_ts: root, recipient_user_id: user, recipient_team_id: team, ...start }
    const stopped = await call('chat.startStream', open)
    if (!stopped['ok']) return
    await call('chat.appendStream', { channel, ts: stopped['ts'], markdown_text: content.text })
    expect(await call('chat.stopStream', { channel, ts: stopped['ts'] })).toMatchObject({ ok: true })
    // This one ends by itself, and the next one with its app.
    expect(await call('chat.startStream', open)).toMatchObject({ ok: true })
    store.db.clock.advance(20 * minuteMs)
    expect(await endTimedOutStreams(store)).toBeGreaterThan(0)
    expect(await call('chat.startStream', open)).toMatchObject({ ok: true })
  }

  async function isSentLater(message: object): Promise<void> {
    const now = Math.floor(store.db.clock.now() / 1000)
    await call('chat.scheduleMessage', { channel, post_at: now + 60, ...message })
    store.db.clock.advance(2 * minuteMs)
    await sendDueMessages(store)
    expect(await call('chat.scheduledMessages.list', {})).toMatchObject({ scheduled_messages: [] })
  }

  async function endsWithItsApp(): Promise<void> {
    const app = await findAppOfTeam(store.db, team, 'A0SCOUT')
    await store.write((tx) => uninstallApp(tx, app!, team))
    await scene.close()
  }
}

function expectRefusal(error: unknown): void {
  expect(error).toHaveProperty('code')
}
