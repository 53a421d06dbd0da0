import { isDeepStrictEqual } from 'node:util'
import { setImmediate as tick } from 'node:timers/promises'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { expect, vi } from 'vitest'
import { LogCleaner } from '#domain/sweep/log'
import { findPersonCaller } from '#domain/people/caller'
import { sendMessage } from '#domain/people/sendMessage'
import { listLiveStatuses } from '#domain/threads/status'
import { sweepExpired } from '#domain/sweep/expired'
import { readThreadAs } from '#http/development/threadView'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { type App, apps, type Command, people, type Person } from './commands.ts'
import { readMessage, contentOf, expectedMessage, modeOf } from './content.ts'
import { type startCrashableServer, teamId, tokens } from './crashableServer.ts'
import { idleTimeout, type Message, Thread } from './threadModel.ts'

type Server = Awaited<ReturnType<typeof startCrashableServer>>

/** Does the commands to a thread of a real server and to its model, and holds the one against the other. */
export async function runCommands(server: Server, commands: readonly Command[]): Promise<void> {
  // Time stands still but for `clock`: a slow machine decides nothing.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const world = await createWorld(server)
    await performAll(world, commands, server.readAfter).finally(world.end)
  } finally {
    vi.useRealTimers()
  }
}

async function performAll(world: World, commands: readonly Command[], readAfter: number): Promise<void> {
  for (const [i, command] of commands.entries()) {
    await world.obey(command)
    world.checkSights()
    const telling = command.do === 'crash' || command.do === 'clock'
    if (telling || i % readAfter === 0) await world.checkKept()
  }
  await world.obey({ do: 'clock', seconds: idleTimeout + 10 })
  await world.obey({ do: 'look' })
  await world.checkKept()
}

type World = Awaited<ReturnType<typeof createWorld>>
async function createWorld(server: Server) {
  const channel = await server.anew()
  const model = new Thread()
  const ana = (await findPersonCaller(server.store.db, teamId, people[0]))!
  const root = await server.store.write((tx) => sendMessage(tx, ana, { channelId: channel, text: 'Go' }))
  const stamps = new Map<Message, string>()
  const calls: { app: App; method: string; args: object; key: string; bytes: string }[] = []
  const viewers: { user: Person; sight: TestViewer }[] = [await joined(people[0])]
  let keys = 0
  return { obey, checkKept, checkSights, end }

  async function obey(command: Command): Promise<void> {
    switch (command.do) {
      case 'rest':
        return
      case 'start': {
        const { app } = command
        const given = contentOf(modeOf(command.pieces), command.pieces)
        const args = {
          channel,
          thread_ts: root,
          recipient_user_id: people[0],
          recipient_team_id: teamId,
          ...given.args,
        }
        const answer = await call(app, 'chat.startStream', args)
        return told(answer, model.start(app, given.mode, given.pieces))
      }
      case 'append':
      case 'stop': {
        const about = streamBack(command.back)
        if (!about) return
        const { stream, ts } = about
        const app = command.stranger ? other(stream.app) : asApp(stream.app)
        const mode = stream.mode ?? modeOf(command.pieces)
        const given = contentOf(command.otherMode ? (mode === 'text' ? 'chunks' : 'text') : mode, command.pieces)
        if (command.do === 'append' && given.pieces.length === 0) return
        const answer = await call(app, `chat.${command.do}Stream`, { channel, ts, ...given.args })
        return told(answer, model[command.do](app, stream, given.mode, given.pieces))
      }
      case 'retry': {
        const before = calls.at(-1 - command.back)
        if (before) expect(await sent(before.app, before.method, before.args, before.key)).toBe(before.bytes)
        return
      }
      case 'press': {
        const about = streamBack(command.back)
        const sight = viewers[0]?.sight
        if (!about || !sight) return
        const id = `press ${++keys}`
        sight.send({ type: 'stop', id, channel, ts: about.ts })
        const answer = await sight.next((frame) => 'id' in frame && frame.id === id)
        expect(answer.type === 'refused' ? answer.error : 'ok').toBe(model.press(about.stream))
        return
      }
      case 'status': {
        const { app, text } = command
        const answer = await call(app, 'assistant.threads.setStatus', {
          channel_id: channel,
          thread_ts: root,
          status: text,
        })
        model.setStatus(app, text)
        return told(answer, 'ok')
      }
      case 'post': {
        const text = `Said ${++keys}`
        const answer = await call(command.app, 'chat.postMessage', { channel, thread_ts: root, text })
        model.write(command.app, text)
        return told(answer, 'ok')
      }
      case 'update':
      case 'delete': {
        const message = model.messages.at(-1 - command.back)
        if (!message) return
        const app = command.stranger ? other(message.app) : asApp(message.app)
        const words = command.do === 'update' ? { text: `Said ${++keys}` } : {}
        const answer = await call(app, `chat.${command.do}`, { channel, ts: stamps.get(message), ...words })
        return told(answer, model.change(app, message, words.text))
      }
      case 'crash':
        return crash(command)
      case 'join':
        if (viewers.length < 4) viewers.push(await joined(command.user))
        return
      case 'leave':
        // One stays, so that there is somebody to press the button.
        if (viewers.length > 1)
          viewers.splice(1 + (command.back % (viewers.length - 1)), 1)[0]?.sight.socket.terminate()
        return
      case 'cut': {
        const cut = viewers[command.back % viewers.length]
        cut?.sight.socket.terminate()
        if (cut) cut.sight = await again(cut.user, cut.sight)
        return
      }
      case 'clock':
        // What time has decided is there at once; it is written down before the clock can be put back.
        await tidied()
        server.turn(command.seconds)
        return model.turn(command.seconds)
      case 'look':
        await tidied()
        await Promise.all(people.map((user) => look(user)))
    }
  }

  async function tidied(): Promise<void> {
    await sweepExpired(server.store)
    await new LogCleaner(server.store).run()
  }

  /** The process dies, perhaps while it does something of which nobody hears; then it is asked for once more. */
  async function crash({ flying, ticks }: Extract<Command, { do: 'crash' }>): Promise<void> {
    const about = flying ? streamBack(0) : undefined
    const args = about && { channel, ts: about.ts, ...contentOf(about.stream.mode ?? 'text', [{ text: 'z' }]).args }
    const key = `flying ${root} ${++keys}`
    const lost = about && args ? sent(about.stream.app, 'chat.appendStream', args, key).catch(() => '') : undefined
    for (let i = 0; i < ticks; i++) await tick()
    for (const { sight } of viewers) sight.socket.terminate()
    await server.crash()
    await lost
    for (const viewer of viewers) viewer.sight = await again(viewer.user, viewer.sight)
    if (!about || !args) return
    const { app, mode } = about.stream
    const bytes = await sent(app, 'chat.appendStream', args, key)
    told(JSON.parse(bytes), model.append(app, about.stream, mode ?? 'text', [{ text: 'z' }]))
  }

  /** What is kept is what the model says. */
  async function checkKept(): Promise<void> {
    expect(server.unexpectedErrors).toEqual([])
    const place = { team_id: teamId, id: channel }
    const { seen, statuses } = await server.store.snapshot(async (db) => ({
      seen: await readThreadAs(db, ana, channel, root),
      statuses: (await listLiveStatuses(db, place, root)).map(({ text }) => text),
    }))
    const standing = model.messages.filter(({ deleted }) => !deleted)
    expect(seen.messages.slice(1).map(({ ts }) => ts)).toEqual(standing.map((message) => stamps.get(message)))
    expect([...stamps.values()]).toEqual([...new Set(stamps.values())].toSorted())
    expect(seen.messages.slice(1).map(readMessage)).toEqual(standing.map(expectedMessage))
    expect(statuses.toSorted()).toEqual([...model.statuses].map(([app, { text }]) => `${app} ${text}`).toSorted())
  }

  /** After every command: what viewers see is the beginning of what the model says. */
  function checkSights(): void {
    for (const { user, sight } of viewers) {
      for (const message of model.messages) {
        const stream = sight.messages.get(stamps.get(message) ?? '')?.stream
        if (!stream) continue
        expect(user).toBe(people[0]) // [STR-8]
        const shown = markdownFromReply(stream.reply).replace(/\uFFFD$/, '')
        expect(message.text.toWellFormed().slice(0, shown.length)).toBe(shown)
      }
    }
  }

  /** What this person's viewers applied is what a new one is shown. */
  async function look(user: Person): Promise<void> {
    const theirs = viewers.filter((viewer) => viewer.user === user)
    if (theirs.length === 0) return
    const fresh = await joined(user)
    const shown = ofThread(fresh.sight)
    fresh.sight.socket.terminate()
    for (const { sight } of theirs)
      await sight
        .until(() => isDeepStrictEqual(ofThread(sight), shown))
        .catch(() => expect(ofThread(sight)).toEqual(shown))
  }

  function ofThread(sight: TestViewer) {
    const { messages, statuses } = sight.visible()
    return {
      messages: messages.filter(({ ts, thread_ts }) => ts === root || thread_ts === root),
      statuses: statuses
        .filter(({ thread_ts }) => thread_ts === root)
        .toSorted((a, b) => (a.app_id < b.app_id ? -1 : 1)),
    }
  }

  async function joined(user: Person): Promise<{ user: Person; sight: TestViewer }> {
    const sight = await connectViewer(server.url, user)
    await opened(sight)
    return { user, sight }
  }

  async function opened(sight: TestViewer): Promise<void> {
    await sight.open(channel)
    sight.send({ type: 'thread', channel, thread_ts: root })
    await sight.next((frame) => frame.type === 'thread')
  }

  /** With the cursor from before, and what was seen. */
  async function again(user: Person, before: TestViewer): Promise<TestViewer> {
    const epoch = before.firstFrame.type === 'welcome' || before.firstFrame.type === 'resumed' ? before.firstFrame.epoch : ''
    const hello = { after: before.progress.seq, epoch, watching: [channel] }
    const sight = await connectViewer(server.url, user, hello, before.messages, before.statuses)
    expect(sight.firstFrame).toMatchObject({ type: 'resumed' })
    return sight
  }

  function streamBack(back: number) {
    // What was deleted or changed is among them: the next call for it is to be refused.
    const streams = model.messages.filter(({ words, mode }) => words === undefined || mode)
    const stream = streams.at(-1 - (back % Math.max(streams.length, 1)))
    return stream && { stream, ts: stamps.get(stream) ?? '' }
  }

  async function call(app: App, method: string, args: object): Promise<Answer> {
    const key = `${root} ${++keys}`
    const bytes = await sent(app, method, args, key)
    const answer: Answer = JSON.parse(bytes)
    if (answer.ok) calls.push({ app, method, args, key, bytes })
    return answer
  }

  async function sent(app: string, method: string, args: object, key: string): Promise<string> {
    const response = await fetch(`${server.url}/api/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[asApp(app)]}`,
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': key,
      },
      body: JSON.stringify(args),
    })
    return response.text()
  }

  function told(answer: Answer, word: string): void {
    expect(answer.ok ? 'ok' : answer.error).toBe(word)
    const newest = model.messages.at(-1)
    if (newest && !stamps.has(newest) && answer.ts) stamps.set(newest, answer.ts)
  }

  function end(): void {
    for (const { sight } of viewers) sight.socket.terminate()
  }
}

interface Answer {
  ok: boolean
  error?: string
  ts?: string
}

function other(app: string): App {
  return app === apps[0] ? apps[1] : apps[0]
}

function asApp(app: string): App {
  return app === apps[0] ? apps[0] : apps[1]
}
