import { expect } from 'vitest'
import type { Server } from './server.ts'

export interface SeenMessage {
  ts: string
  user: string
  text: string
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  blocks: { type: string }[]
}

interface SeenThread {
  messages: SeenMessage[]
  status: { text: string } | null
  title: string | null
  suggestions: { title: string | null; prompts: { title: string; message: string }[] } | null
  agents: { app_id: string; status: string }[]
}

/** Plays every part but the app's. */
export function controlOf(server: Server, team = 'T0ACME') {
  return {
    say: (user: string, channel: string, text: string, thread_ts?: string) =>
      post<{ ts: string }>('say', { team, user, channel, text, thread_ts }).then(({ ts }) => ts),
    stop: (user: string, channel: string, ts: string) => post('stop', { team, user, channel, ts }),
    advance: (advance: string) => post('clock', { advance }),
    fault: (fault: { method: string; error?: string; status?: number; times?: number }) => post('faults', fault),
    thread: (viewer: string, channel: string, thread_ts: string) =>
      get<SeenThread>('thread', { team, viewer, channel, thread_ts }),
    /** The methods that were called, with the word they were refused with. */
    calls: async () => {
      const { entries } = await get<{ entries: JournalEntry[] }>('journal', {})
      return entries.filter(({ kind }) => kind === 'call')
    },
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
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as T
}
