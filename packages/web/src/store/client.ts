import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { openFeed, type Feed } from '#feed/socket.ts'
import { applyFrame, withoutEphemeral } from './applyFrame.ts'
import { streams } from './liveStreams.ts'
import { addWish, settleWishes } from './reacting.ts'
import { addOutgoing, changeOutgoing, dropOutgoing, outbox, type OutgoingFile, patience } from './outbox.ts'
import { tellTrouble } from './troubles.ts'
import { conversationOf, isFurtherBack, workspace } from './workspace.ts'

let feed: Feed | undefined
/** What the page shows, and what the server was told of it. */
let wanted: { channel?: string; thread?: string; message?: string } = {}
const opened = new Set<string>()
/** Those of them of which nothing has come yet. */
const opening = new Set<string>()
const asked = new Set<string>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Connects the store to the server's feed. `onDoubt`: somebody should look whether the viewer is still signed in. */
export function startClient(onDoubt: () => void): () => void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  feed = openFeed({ url: `${scheme}://${location.host}/feed`, hello, onFrame: receive, onReady: catchUp, onDoubt })
  return () => {
    feed?.close()
    feed = undefined
    opened.clear()
    opening.clear()
    asked.clear()
  }
}

/** Tells the server what is on the page: its deltas follow. */
export function show(what: typeof wanted): void {
  wanted = what
  for (const id of opened) {
    if (id === what.channel) continue
    feed?.send({ type: 'close', channel: id })
    opened.delete(id)
    opening.delete(id)
  }
  askForWanted()
}

type Sending = {
  threadTs?: string | undefined
  /** Whether a reply is to stand in the channel too. */
  broadcast?: boolean
  files?: readonly OutgoingFile[]
}

export function sendMessage(
  channel: string,
  text: string,
  { threadTs, broadcast = false, files = [] }: Sending = {},
): void {
  const id = crypto.randomUUID()
  const inThread = { ...(threadTs ? { threadTs } : {}), ...(threadTs && broadcast ? { broadcast } : {}) }
  const more = { ...inThread, ...(files.length > 0 ? { files } : {}) }
  addOutgoing({ id, channel, text, at: Date.now(), state: 'sending', ...more })
  post(id)
}

export function sendAgain(id: string): void {
  changeOutgoing(id, { state: 'sending', at: Date.now() })
  post(id)
}

/** Tells the server something; false where there is no connection to do so. */
export function tell(frame: ClientFrame): boolean {
  return feed?.send(frame) ?? false
}

export function stopStream(channel: string, ts: string): boolean {
  return feed?.send({ type: 'stop', id: crypto.randomUUID(), channel, ts }) ?? false
}

/** Shown at once; answers whether it could be sent. */
export function react(channel: string, ts: string, name: string, wanted: boolean): boolean {
  const id = crypto.randomUUID()
  const sent = feed?.send({ type: wanted ? 'react' : 'unreact', id, channel, ts, name }) ?? false
  tellTrouble(channel, ts, sent ? undefined : 'Not connected. Try again in a moment.')
  if (sent) addWish({ id, channel, ts, name, wanted })
  return sent
}

/** A message for the viewer alone goes from the page, and does not come back. */
export function dismiss(channel: string, ts: string): void {
  workspace.setState((state) => withoutEphemeral(state, channel, ts), true)
}

/** A page of older messages, or as many as it takes to come `backTo` a message. */
export function askForOlder(channel: string, backTo?: string): void {
  const before = conversationOf(workspace.getState(), channel).from
  const key = `history ${channel} ${before}`
  if (!before || asked.has(key)) return
  if (feed?.send({ type: 'history', channel, before, ...(backTo ? { back_to: backTo } : {}) })) asked.add(key)
}

function hello(): ClientFrame {
  const { seq, epoch } = workspace.getState()
  if (epoch === undefined) return { type: 'hello', protocol: 1 }
  return { type: 'hello', protocol: 1, after: seq, epoch, watching: [...opened] }
}

const watchers = new Set<(frame: ServerFrame) => void>()

/** Calls back after each frame was applied. */
export function onFrame(watcher: (frame: ServerFrame) => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function receive(frame: ServerFrame): void {
  if (frame.type === 'welcome') opened.clear()
  if (frame.type === 'delta') grow(frame)
  if (frame.type === 'message') streams.observe(frame.channel, frame.message)
  if (frame.type === 'deleted') streams.forget(frame.channel, frame.ts)
  if (frame.type === 'channel' || frame.type === 'thread' || frame.type === 'history')
    for (const message of frame.messages) streams.observe(frame.channel, message)
  if (frame.type === 'thread') asked.delete(threadKey(frame.channel, frame.thread_ts))
  workspace.setState((state) => applyFrame(state, frame), true)
  watchWhatIsSeen(frame)
  settleOutgoing(frame)
  settleWishes(frame)
  if (frame.type === 'channel' || frame.type === 'history') askForMessage()
  for (const watcher of watchers) watcher(frame)
}

/** What is out of sight the server does not watch; it may come while the page waits for it. */
function watchWhatIsSeen(frame: ServerFrame): void {
  if (frame.type === 'channel') opening.delete(frame.channel)
  if (frame.type === 'refused' && frame.channel && !frame.id) {
    if (frame.thread_ts) asked.delete(threadKey(frame.channel, frame.thread_ts))
    else if (opening.delete(frame.channel)) opened.delete(frame.channel)
  }
  if (frame.type !== 'channel_changed') return
  if (!frame.channel) opened.delete(frame.id)
  else if (frame.id === wanted.channel && !opened.has(frame.id)) askForWanted()
}

function grow(delta: Extract<ServerFrame, { type: 'delta' }>): void {
  const outcome = streams.grow(delta)
  const known = conversationOf(workspace.getState(), delta.channel).messages[delta.ts]
  if (outcome === 'gap' || (outcome === 'unknown' && !known)) askForThread(delta.channel, delta.thread_ts)
}

function catchUp(): void {
  asked.clear()
  // Their answers were lost with the connection.
  for (const id of opening) opened.delete(id)
  opening.clear()
  askForWanted()
  for (const message of outbox.getState()) if (message.state === 'sending') post(message.id)
}

function askForWanted(): void {
  const { channel, thread } = wanted
  askForMessage()
  if (!channel) return
  if (!opened.has(channel) && feed?.send({ type: 'open', channel })) {
    opened.add(channel)
    opening.add(channel)
  }
  if (thread) askForThread(channel, thread)
}

/** A message that the address names and that lies further back than what is loaded. */
function askForMessage(): void {
  const { channel, thread, message } = wanted
  if (!channel || !message || thread) return
  const known = conversationOf(workspace.getState(), channel)
  if (isFurtherBack(known, message)) askForOlder(channel, message)
}

/** A thread with its newest replies, as many as are sent at once. */
export function askForThread(channel: string, threadTs: string): void {
  const key = threadKey(channel, threadTs)
  if (!asked.has(key) && feed?.send({ type: 'thread', channel, thread_ts: threadTs })) asked.add(key)
}

function threadKey(channel: string, threadTs: string): string {
  return `thread ${channel} ${threadTs}`
}

function post(id: string): void {
  const message = outbox.getState().find((one) => one.id === id)
  if (!message) return
  const { channel, text, threadTs, broadcast, files } = message
  const more = {
    ...(threadTs ? { thread_ts: threadTs } : {}),
    ...(broadcast ? { broadcast } : {}),
    ...(files ? { files: files.map(({ file: one, alt }) => ({ id: one, ...(alt ? { alt } : {}) })) } : {}),
  }
  feed?.send({ type: 'send', id, channel, text, ...more })
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(
      () => {
        const late = outbox.getState().find((one) => one.id === id)
        if (late?.state === 'sending' && !late.ts) changeOutgoing(id, { state: 'failed' })
      },
      Math.max(0, message.at + patience - Date.now()),
    ),
  )
}

function settleOutgoing(frame: ServerFrame): void {
  if (frame.type === 'message' && frame.message.client_msg_id) dropOutgoing(frame.message.client_msg_id)
  if (frame.type === 'channel' || frame.type === 'thread')
    for (const message of frame.messages) if (message.client_msg_id) dropOutgoing(message.client_msg_id)
  if (frame.type === 'done') changeOutgoing(frame.id, { ts: frame.ts })
  if (frame.type === 'refused' && frame.id) changeOutgoing(frame.id, { state: 'failed', reason: frame.detail })
}
