import { escapeMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { ServerFrame, ViewerMessage, ViewerWork } from 'rivulet/feedProtocol'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { toMentionNames } from '#names/mentionNames.ts'
import { onFrame, request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { withoutTasks } from '#tasks/withoutTasks.ts'

/** What agents do now and have finished lately, the newest first. Undefined until the server has said it. */
export type AgentWork = { running: readonly ViewerWork[]; ended: readonly ViewerWork[] }

export const agentWork = createStore<{ work?: AgentWork }>(() => ({}))

export function useAgentWork(): AgentWork | undefined {
  return useStore(agentWork, ({ work }) => work)
}

/** [AGT-2] Asks for all that agents do. */
export async function readWork(): Promise<void> {
  const result = await request({ type: 'work' }, 'work')
  if (!result.ok) return
  const { running, ended } = result.answer
  agentWork.setState({ work: { running, ended } })
}

/** [AGT-3] Keeps what agents do up to date from now on, with what the feed brings anyway. */
export function followWork(): () => void {
  void readWork()
  const stop = onFrame((frame) => {
    if (frame.type === 'welcome') return void readWork()
    const { work } = agentWork.getState()
    const next = work && applyToWork(work, frame, Date.now() + workspace.getState().clockAhead)
    if (next && next !== work) agentWork.setState({ work: next })
  })
  return () => {
    stop()
    agentWork.setState({}, true)
  }
}

const maxEnded = 20
/** How much of a reply that has ended is shown. */
const firstWords = 200

/** What agents do after a frame. `now`: by the server's clock. */
export function applyToWork(work: AgentWork, frame: ServerFrame, now: number): AgentWork {
  switch (frame.type) {
    case 'message':
      return applyMessage(work, frame.channel, frame.message, now)
    case 'deleted':
      return without(work, (one) => one.channel === frame.channel && one.ts === frame.ts)
    case 'channel_changed':
      return frame.channel?.member ? work : without(work, (one) => one.channel === frame.id)
    case 'status':
      return applyStatus(work, frame, now)
    case 'thread_changed':
      return applySession(work, frame, now)
    default:
      return work
  }
}

function applyMessage(work: AgentWork, channel: string, message: ViewerMessage, now: number): AgentWork {
  const { ts, thread_ts = ts, app_id, streaming_state: state } = message
  if (app_id === undefined || state === undefined) return work
  const known = work.running.find((one) => one.channel === channel && one.ts === ts)
  const { user, username, icon_emoji, icon_url } = message
  const look = {
    ...(username ? { username } : {}),
    ...(icon_emoji ? { icon_emoji } : {}),
    ...(icon_url ? { icon_url } : {}),
  }
  const fresh = { channel, thread_ts, app_id, user, ...look, ts, since: Number.parseInt(ts, 10) * 1000, words: '' }
  if (state === 'in_progress') {
    if (known) return work
    // A stream takes the place of a status.
    const others = work.running.filter((one) => one.ts !== undefined || !isSame(one, fresh))
    return { ...work, running: [fresh, ...others] }
  }
  if (!known) return work
  const { task: _task, ...rest } = known
  const ended = {
    ...rest,
    words: ownWords(message).slice(0, firstWords),
    ended: { at: now, by: message.ended_by ?? 'app' },
  }
  return {
    running: work.running.filter((one) => one !== known),
    ended: [ended, ...work.ended].slice(0, maxEnded),
  }
}

/** In mrkdwn without formats. */
function ownWords({ blocks, text }: ViewerMessage): string {
  return escapeMrkdwn(plainTextFromBlocks(withoutTasks(blocks), toMentionNames(workspace.getState()))) || text
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

function applyStatus(
  work: AgentWork,
  { channel, thread_ts, app_id, status }: FrameOf<'status'>,
  now: number,
): AgentWork {
  const place = { channel, thread_ts, app_id }
  if (!status) return without(work, (one) => one.ts === undefined && isSame(one, place), 'running')
  if (work.running.some((one) => one.ts !== undefined && isSame(one, place))) return work
  const known = work.running.find((one) => isSame(one, place))
  const { user, icon_emoji, icon_url, text: words, ends_at } = status
  const look = { ...(icon_emoji ? { icon_emoji } : {}), ...(icon_url ? { icon_url } : {}) }
  const stoppable = known?.stoppable ? { stoppable: true as const } : {}
  const one = { ...place, user, ...look, ...stoppable, since: known?.since ?? now, words, ends_at }
  return { ...work, running: [one, ...work.running.filter((other) => other !== known)] }
}

function applySession(
  work: AgentWork,
  { channel, thread_ts, thread }: FrameOf<'thread_changed'>,
  now: number,
): AgentWork {
  const isOfThread = (one: ViewerWork) => one.channel === channel && one.thread_ts === thread_ts && one.ts === undefined
  const agents = (thread?.agents ?? []).filter(({ status }) => status === 'processing')
  // A status ends with a frame of its own.
  const kept = work.running.filter(
    (one) => !isOfThread(one) || one.words !== '' || agents.some((agent) => agent.app_id === one.app_id),
  )
  const added = agents
    .filter(({ app_id }) => !kept.some((one) => isSame(one, { channel, thread_ts, app_id })))
    .map(({ app_id, user, username, icon_emoji, icon_url, ends_at, stoppable }): ViewerWork => {
      return {
        channel,
        thread_ts,
        app_id,
        user,
        since: now,
        words: '',
        ...(username ? { username } : {}),
        ...(icon_emoji ? { icon_emoji } : {}),
        ...(icon_url ? { icon_url } : {}),
        ...(ends_at === undefined ? {} : { ends_at }),
        ...(stoppable ? { stoppable } : {}),
      }
    })
  if (added.length === 0 && kept.length === work.running.length) return work
  return { ...work, running: [...added, ...kept] }
}

type Place = Pick<ViewerWork, 'channel' | 'thread_ts' | 'app_id'>

function isSame(one: Place, other: Place): boolean {
  return one.channel === other.channel && one.thread_ts === other.thread_ts && one.app_id === other.app_id
}

function without(work: AgentWork, isGone: (one: ViewerWork) => boolean, of?: 'running'): AgentWork {
  const running = work.running.filter((one) => !isGone(one))
  const ended = of ? work.ended : work.ended.filter((one) => !isGone(one))
  return running.length === work.running.length && ended.length === work.ended.length ? work : { running, ended }
}

/** Those that are not over at this time. */
export function workAt({ running }: AgentWork, now: number): ViewerWork[] {
  return running.filter(({ ends_at: endsAt }) => endsAt === undefined || endsAt > now)
}
