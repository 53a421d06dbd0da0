import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readFileOf, uploadFileAt } from '#testing/nodes/files'
import { postgres } from '#testing/database/postgres'
import { createProxy, listenAcross, watchAcross } from '#testing/nodes/acrossServers'
import { createTwoDatabases } from '#testing/nodes/teamMoves'
import { runCommand } from '#testing/server/command'

/** What a database keeps of a team that has moved. */
const kept = ['moved_hashes', 'team_log', 'team_moves']
const channel = 'C0HELP'

describe.skipIf(!postgres)('a team that moves while people and apps write', () => {
  test('[NOD-10, NOD-11, NOD-12, NOD-13] loses and doubles nothing, whenever the command is killed', async () => {
    const { from, to, servers, tables } = await createTwoDatabases()
    const proxy = createProxy(servers)
    const browser = await watchAcross(servers, channel)
    const app = listenAcross(servers)
    await expect.poll(() => browser.places).toEqual(['from'])
    const { ts: root } = await proxy.call('chat.postMessage', { channel, text: 'Root' })
    const keyed = { channel, text: 'Once', client_msg_id: 'c0ffee00-0000-4000-8000-000000000001' }
    const { ts: once } = await proxy.call('chat.postMessage', keyed)
    const later = { channel, text: 'Later', post_at: Math.floor(Date.now() / 1000) + 3600 }
    const { scheduled_message_id: scheduled } = await proxy.call('chat.scheduleMessage', later)
    const file = await uploadFileAt(proxy.call, 'The printer is on fire')
    const people = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const started = await proxy.call('chat.startStream', {
      channel,
      thread_ts: root,
      ...people,
      markdown_text: 'Now: ',
    })
    const { ts } = started

    const posted: string[] = []
    let [isOver, appended] = [false, 'Now: ']
    const repeat = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; !isOver; n++) {
        expect(await work(n)).toEqual(expect.objectContaining({ ok: true }))
        // Below the limits of calls in a minute, however long the test takes.
        await sleep(100)
      }
    }
    const writing = Promise.all([
      repeat(async (n) => {
        const answer = await proxy.call('chat.postMessage', { channel, text: `p${n}` })
        posted.push(`p${n}`)
        return answer
      }),
      repeat(async (n) => {
        const answer = await proxy.call('chat.appendStream', { channel, ts, markdown_text: `a${n} ` })
        appended += `a${n} `
        return answer
      }),
    ])
    writing.catch(() => {}) // it is awaited below
    await expect.poll(() => posted.length).toBeGreaterThan(5)

    const args = ['team', 'move', 'acme', '--from', from.address, '--to', to.address, '--key', from.key, '--json']
    for (const moment of ['Closing the team', 'at the new place']) {
      const command = runCommand(args)
      await expect.poll(() => command.output().err, { interval: 1, timeout: 30_000 }).toContain(moment)
      await command.stop('SIGKILL')
    }
    const { length } = posted
    const { code, out } = await runCommand(args).ended
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, team: 'T0ACME', outcome: 'finished' })
    // A call that was not answered well ends the wait, and is what the test reports.
    await Promise.race([writing, expect.poll(() => posted.length, { timeout: 60_000 }).toBeGreaterThan(length + 5)])
    isOver = true
    await writing

    expect(Object.keys(await tables(from)).toSorted()).toEqual(kept)
    expect(proxy.refused()).toBeGreaterThan(0)
    const { messages } = await proxy.call('conversations.history', { channel, oldest: root, limit: 999 })
    const texts = messages.map(({ text }: { text: string }) => text).toReversed()
    expect(texts).toEqual(['Once', ...posted])
    const stopped = await proxy.call('chat.stopStream', { channel, ts })
    expect(stopped['message'].markdown_text.trim()).toBe(appended.trim())

    // The browser goes on with its session and its cursor, and the app at its socket.
    await browser.end()
    expect(browser.places).toEqual(['from', 'to'])
    const of = (type: string) => browser.frames.filter((frame) => frame.type === type)
    expect([of('welcome').length, of('resumed').length]).toEqual([1, 1])
    const seen = of('message').map((frame) => Reflect.get(Object(Reflect.get(frame, 'message')), 'text'))
    // What is sent again after a reconnect replaces what was there.
    expect([...new Set(seen.filter((text) => posted.includes(text)))]).toEqual(posted)
    const deltas = browser.frames.filter((frame) => frame.type === 'delta')
    expect(deltas.every(({ from: first }, i) => i === 0 || first > deltas[i - 1]!.to)).toBe(true)
    await expect.poll(() => app.events.map(({ text }) => text)).toEqual(expect.arrayContaining(posted))
    const repeated = app.events.filter(({ text, attempt }, i) => attempt === 0 && isAmong(app.events.slice(0, i), text))
    expect(repeated).toEqual([])
    expect(app.disconnects).toEqual(['refresh_requested'])

    // What waited goes on: keys of calls, scheduled messages, files.
    expect(await proxy.call('chat.postMessage', keyed)).toMatchObject({ ok: true, ts: once })
    const { scheduled_messages: waiting } = await proxy.call('chat.scheduledMessages.list', {})
    expect(waiting).toEqual([expect.objectContaining({ id: scheduled })])
    expect(await readFileOf(servers.to, file)).toBe('The printer is on fire')
    for (const { unexpectedErrors } of [from, to]) expect(unexpectedErrors).toEqual([])
  })
})

function isAmong(events: readonly { text: string }[], text: string): boolean {
  return events.some((event) => event.text === text)
}
