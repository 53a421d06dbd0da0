import { expect } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { sweepExpired } from '#domain/sweep/expired'
import { LogCleaner } from '#domain/sweep/log'
import { type Command, people, type Step } from './commands.ts'
import { expectStored, expectVisible } from './comparisons.ts'
import { contentOf, modeOf } from './content.ts'
import { crash } from './crash.ts'
import { type CrashableServer, teamId } from './crashableServer.ts'
import { type Answer, createModelClient, otherApp, toApp } from './modelClient.ts'
import { type ModelMessage, ThreadModel } from './threadModel.ts'
import { createViewers } from './viewers.ts'

export type World = Awaited<ReturnType<typeof createWorld>>

/** A thread on a real server, the browsers that watch it, and its model. */
export async function createWorld(server: CrashableServer) {
  const channel = await server.createFreshChannel()
  const model = new ThreadModel()
  const ana = (await findPersonCaller(server.store.db, teamId, people[0]))!
  const root = await server.store.write((tx) => sendMessage(tx, ana, { channelId: channel, text: 'Go' }))
  const timestamps = new Map<ModelMessage, string>()
  const client = createModelClient(server, root)
  const viewers = createViewers(server, channel, root)
  await viewers.addAtEveryNode(people[0])
  const compared = { server, channel, root, model, timestamps, viewers: viewers.all }
  return {
    perform,
    checkStored: () => expectStored(compared),
    checkViewers: () => expectVisible(compared),
    end: viewers.end,
  }

  function isDeleted(ts: string): boolean {
    return model.messages.some((message) => message.deleted && timestamps.get(message) === ts)
  }

  async function perform({ at = 0, ...command }: Step): Promise<void> {
    server.goTo(at)
    switch (command.do) {
      case 'rest':
        return
      case 'start':
        return start(command)
      case 'append':
      case 'stop':
        return extend(command)
      case 'retry':
        return client.repeat(command.back, isDeleted)
      case 'press':
        return pressStop(command)
      case 'status': {
        const args = { channel_id: channel, thread_ts: root, status: command.text }
        const answer = await client.call(command.app, 'assistant.threads.setStatus', args)
        model.setStatus(command.app, command.text)
        return expectAnswer(answer, 'ok')
      }
      case 'post': {
        const text = `Said ${client.nextKey()}`
        const answer = await client.call(command.app, 'chat.postMessage', { channel, thread_ts: root, text })
        model.write(command.app, text)
        return expectAnswer(answer, 'ok')
      }
      case 'update':
      case 'delete':
        return change(command)
      case 'crash':
        return crash(command, { server, channel, model, client, viewers, target: findStream(0), expectAnswer })
      case 'join':
        if (viewers.all.length < 4) await viewers.add(command.user)
        return
      case 'leave':
        return viewers.leave(command.back)
      case 'cut':
        return viewers.cut(command.back)
      case 'clock':
        // Expired things disappear at once, but only a sweep writes that down, so it runs before the clock may be put back.
        await sweep()
        server.moveClock(command.seconds)
        return model.moveClock(command.seconds)
      case 'hear':
        return server.store.look?.()
      case 'look':
        await sweep()
        server.hearAll()
        await Promise.all(people.map((user) => viewers.compareWithFresh(user)))
    }
  }

  async function start({ app, pieces }: Extract<Command, { do: 'start' }>): Promise<void> {
    const content = contentOf(modeOf(pieces), pieces)
    const recipient = { recipient_user_id: people[0], recipient_team_id: teamId }
    const args = { channel, thread_ts: root, ...recipient, ...content.args }
    const answer = await client.call(app, 'chat.startStream', args)
    expectAnswer(answer, model.start(app, content.mode, content.pieces))
  }

  async function extend(command: Extract<Command, { do: 'append' | 'stop' }>): Promise<void> {
    const about = findStream(command.back)
    if (!about) return
    const { stream, ts } = about
    const app = command.stranger ? otherApp(stream.app) : toApp(stream.app)
    const mode = stream.mode ?? modeOf(command.pieces)
    const content = contentOf(command.otherMode ? (mode === 'text' ? 'chunks' : 'text') : mode, command.pieces)
    if (command.do === 'append' && content.pieces.length === 0) return
    const answer = await client.call(app, `chat.${command.do}Stream`, { channel, ts, ...content.args })
    expectAnswer(answer, model[command.do](app, stream, content.mode, content.pieces))
  }

  async function pressStop({ back }: Extract<Command, { do: 'press' }>): Promise<void> {
    const about = findStream(back)
    const viewer = viewers.findRecipient()
    if (!about || !viewer) return
    const id = `press ${client.nextKey()}`
    viewer.send({ type: 'stop', id, channel, ts: about.ts })
    const answer = await viewer.next((frame) => 'id' in frame && frame.id === id)
    expect(answer.type === 'refused' ? answer.error : 'ok').toBe(model.pressStop(about.stream))
  }

  async function change(command: Extract<Command, { do: 'update' | 'delete' }>): Promise<void> {
    const message = model.messages.at(-1 - command.back)
    if (!message) return
    const app = command.stranger ? otherApp(message.app) : toApp(message.app)
    const text = command.do === 'update' ? `Said ${client.nextKey()}` : undefined
    const answer = await client.call(app, `chat.${command.do}`, { channel, ts: timestamps.get(message), text })
    expectAnswer(answer, model.change(app, message, text))
  }

  async function sweep(): Promise<void> {
    await sweepExpired(server.store)
    await new LogCleaner(server.store).run({ during: Infinity })
  }

  /** Finds a stream, counted from the newest. It may be deleted or updated; then calls for it have to be refused. */
  function findStream(back: number) {
    const streams = model.messages.filter(({ postedText, mode }) => postedText === undefined || mode)
    const stream = streams.at(-1 - (back % Math.max(streams.length, 1)))
    return stream && { stream, ts: timestamps.get(stream) ?? '' }
  }

  function expectAnswer(answer: Answer, error: string): void {
    expect(answer.ok ? 'ok' : answer.error).toBe(error)
    const newest = model.messages.at(-1)
    if (newest && !timestamps.has(newest) && answer.ts) timestamps.set(newest, answer.ts)
  }
}
