import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { stopStream as pressStop } from '#domain/people/stopStream'
import { appendStream } from '#methods/chat/appendStream'
import { remove } from '#methods/chat/delete'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { update } from '#methods/chat/update'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'

const inDm = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }
const over = 'message_not_in_streaming_state'

async function createStream(open: OpenStore) {
  const scene = await createWorkspace({ store: await open() })
  const { ts } = await scene.call(startStream, inDm)
  const stream = { channel: inDm.channel, ts: ts ?? '' }
  const ana = (await findPersonCaller(scene.store.db, 'T0ACME', 'U0ANA'))!
  return { ...scene, stream, append, stop, press, said }

  async function append(text: string) {
    const { ok, error } = await scene.call(appendStream, { ...stream, markdown_text: text })
    return ok ? 'ok' : error
  }
  async function stop(text?: string) {
    const { ok, error } = await scene.call(stopStream, { ...stream, markdown_text: text })
    return ok ? 'ok' : error
  }
  /** A reader's button. */
  async function press() {
    return scene.store
      .write((tx) => pressStop(tx, ana, stream.channel, stream.ts))
      .then(
        () => 'ok',
        (refusal: { code: string }) => refusal.code,
      )
  }
  async function said() {
    const messages = await scene.readMessagesAs('ana', inDm.channel, inDm.thread_ts)
    return messages.find((message) => message.ts === stream.ts)
  }
}

onBothDatabases('concurrent calls', (open) => {
  test('[STR-11] of 64 writers all take effect once, in the order of each writer', async () => {
    const { append, said } = await createStream(open)
    const writers = Array.from({ length: 64 }, (_, writer) => writer)
    const rounds = [0, 1, 2, 3]
    const answers = writers.map(async (writer) => {
      for (const round of rounds) expect(await append(`${writer}.${round} `)).toBe('ok')
    })
    await Promise.all(answers)
    const words = (await said())?.markdown_text?.trim().split(' ') ?? []
    expect(words.toSorted()).toEqual(writers.flatMap((w) => rounds.map((r) => `${w}.${r}`)).toSorted())
    for (const writer of writers) {
      const own = words.filter((word) => word.startsWith(`${writer}.`))
      expect(own).toEqual(rounds.map((round) => `${writer}.${round}`))
    }
  })

  test('[STR-11] that arrive one after the other take effect in that order', async () => {
    const { port, stream, said } = await createStream(open)
    const words = Array.from({ length: 64 }, (_, i) => `${i} `)
    const requests = words.map((word, i) => {
      const body = JSON.stringify({ ...stream, markdown_text: word })
      const last = i === words.length - 1 ? 'Connection: close\r\n' : ''
      return `POST /api/chat.appendStream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer xoxb-acme-scout\r\nContent-Type: application/json; charset=utf-8\r\n${last}Content-Length: ${body.length}\r\n\r\n${body}`
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(requests.join(''))
    let answers = ''
    for await (const bytes of socket) answers += String(bytes)
    expect(answers.match(/"ok":true/g)).toHaveLength(64)
    expect((await said())?.markdown_text).toBe(words.join(''))
  })

  test('[STR-6] an append and the stop: accepted content is stored, refused content is not', async () => {
    const { append, stop, said } = await createStream(open)
    const words = Array.from({ length: 40 }, (_, i) => `<${i}>`)
    const appends = words.map((word) => append(word))
    const [ended, ...answers] = await Promise.all([stop('end'), ...appends, append('late')])
    expect(ended).toBe('ok')
    for (const answer of answers) expect(['ok', over]).toContain(answer)
    const message = await said()
    expect(message).toMatchObject({ streaming_state: 'completed' })
    expect(message?.markdown_text?.endsWith('end')).toBe(true)
    for (const [i, word] of words.entries()) expect(message?.markdown_text?.includes(word)).toBe(answers[i] === 'ok')
  })

  test('[STR-6] two stops: one wins', async () => {
    const { stop, said } = await createStream(open)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => stop(`${i}`)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => answer === over)).toHaveLength(11)
    expect((await said())?.markdown_text).toBe(String(answers.indexOf('ok')))
  })

  test('[STR-6, MSG-1] an update, a deletion, the stop and appends: each is answered as if they came one by one', async () => {
    const { call, stream, append, stop, said } = await createStream(open)
    await append('a')
    const change = (text: string) => call(update, { ...stream, text })
    const calls = [stop(), ...['x', 'y'].map(change), call(remove, stream), ...['b', 'c'].map(append), change('z')]
    const [stopped, ...answers] = await Promise.all(calls)
    expect(['ok', 'message_not_found']).toContain(stopped)
    const words = [over, 'streaming_state_conflict', 'cant_delete_message', 'message_not_found']
    for (const answer of answers) {
      const word = typeof answer === 'object' ? (answer.error ?? 'ok') : answer
      expect(['ok', ...words]).toContain(word)
    }
    const deleted = typeof answers[2] === 'object' && answers[2].ok
    if (deleted) expect(await said()).toBeUndefined()
    else expect((await said())?.streaming_state ?? 'completed').toBe('completed')
    expect(await append('d')).toBe(deleted ? 'message_not_found' : over)
    expect(await call(remove, stream)).toMatchObject(deleted ? { error: 'message_not_found' } : { ok: true })
  })

  test.each(['the app', 'the reader'])(
    '[STR-6] a stop by the app and one by a reader, %s first: one wins',
    async (first) => {
      const { append, stop, press, said } = await createStream(open)
      await append('a')
      const calls = first === 'the app' ? [stop, press] : [press, stop]
      const answers = await Promise.all([
        ...calls.map((call) => call()),
        ...Array.from({ length: 8 }, () => append('b')),
      ])
      const [one, other, ...appended] = answers
      expect(new Set([one, other])).toEqual(new Set([over, 'ok']))
      const byReader = (first === 'the app' ? other : one) === 'ok'
      for (const answer of appended) expect(['ok', byReader ? 'stopped_by_user' : over]).toContain(answer)
      const kept = 'a' + 'b'.repeat(appended.filter((answer) => answer === 'ok').length)
      expect(await said()).toMatchObject({ streaming_state: 'completed', markdown_text: kept })
      expect(await append('c')).toBe(byReader ? 'stopped_by_user' : over)
      expect(await stop()).toBe(over)
      expect(await press()).toBe(over)
    },
  )
})
