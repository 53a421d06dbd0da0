import { expect } from 'vitest'
import type { Server } from './server.ts'

export interface ThreadMessage {
  ts: string
  user: string
  text: string
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  blocks: { type: string }[]
}

interface ThreadState {
  messages: ThreadMessage[]
  status: { text: string } | null
  title: string | null
  suggestions: { title: string | null; prompts: { title: string; message: string }[] } | null
  agents: { app_id: string; status: string }[]
}

/** A client of the control API, with which a test plays every part except the app's. */
export function createControlClient(server: Server, team = 'T0ACME') {
  return {
    sendMessage: (user: string, channel: string, text: string, thread_ts?: string) =>
      post<{ ts: string }>('say', { team, user, channel, text, thread_ts }).then(({ ts }) => ts),
    stopStream: (user: string, channel: string, ts: string) => post('stop', { team, user, channel, ts }),
    advanceClock: (advance: string) => post('clock', { advance }),
    addFault: (fault: { method: string; error?: string; status?: number; times?: number }) => post('faults', fault),
    readThread: (viewer: string, channel: string, thread_ts: string) =>
      get<ThreadState>('thread', { team, viewer, channel, thread_ts }),
    /** Lists the calls of API methods, with their error code if they were refused. */
    listCalls,
    /** Lists the calls that were refused. */
    listRefusals: async () =>
      (await listCalls()).filter(({ ok }) => !ok).map(({ method, error }) => `${method}: ${error ?? ''}`),
    /** Lists the deliveries to apps, each by its event with the newest outcome. */
    listDeliveries,
    /** A person presses a button, or chooses a value in another element. */
    press: (user: string, channel: string, ts: string, action_id: string, value?: string) =>
      post('press', { team, user, channel, ts, action_id, value }),
    sendCommand: (user: string, channel: string, sent: string, text: string) =>
      post('command', { team, user, channel, command: sent, text }),
    closeModal: (user: string, view_id: string) => post('close', { team, user, view_id }),
    /** Sets the channel that a client shows beside an app. The web client never shows one. */
    viewChannel: (user: string, app: string, looking: string) => post('looks', { team, user, app, looking }),
    openHome: (user: string, app: string) => post('home', { team, user, app }),
  }

  async function listCalls() {
    const { entries } = await get<{ entries: JournalEntry[] }>('journal', {})
    return entries.filter(({ kind }) => kind === 'call')
  }

  async function listDeliveries() {
    const { entries } = await get<{ entries: JournalEntry[] }>('journal', {})
    return new Map(entries.flatMap((entry) => (entry.event_id ? [[entry.event_id, entry.outcome] as const] : [])))
  }

  async function post<T>(call: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return read<T>(
      await fetch(`${server.url}/control/${call}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  }

  async function get<T>(call: string, query: Record<string, string>): Promise<T> {
    return read<T>(await fetch(`${server.url}/control/${call}?${new URLSearchParams(query).toString()}`))
  }
}

interface JournalEntry {
  kind: string
  method: string
  ok?: boolean
  error?: string
  args?: Record<string, unknown>
  event_id?: string
  outcome?: string
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as T
}
