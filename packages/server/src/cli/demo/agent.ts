import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '#start'
import { type Ask, asksAfter } from './asks.ts'
import { type Client, client } from './client.ts'
import { scriptFor } from './script.ts'

/** The demo's agent. It speaks the Web API like any other app, over HTTP, and needs no network and no key. */
export class DemoAgent {
  #running: Running
  #client: Client
  #cursor: number | undefined
  #stopped = false

  constructor(running: Running) {
    this.#running = running
    this.#client = client(`${running.url}/api/`, 'xoxb-demo-brook')
    void this.#follow()
  }

  stop(): void {
    this.#stopped = true
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      // A database that does not answer is asked again.
      await this.#look().catch(() => {})
      await sleep(100, undefined, { ref: false })
    }
  }

  /** Answers what has been asked since the last look; the first only sees where the log is. */
  async #look(): Promise<void> {
    const before = this.#cursor
    const { asks, cursor } = await asksAfter(this.#running.store.db, before ?? 0)
    this.#cursor = cursor
    if (before === undefined || this.#stopped) return
    for (const ask of asks) this.#reply(ask).catch(() => {}) // stopped by a reader, or the server is going down
  }

  async #reply(ask: Ask): Promise<void> {
    const { channel, ts, user, team, direct } = ask
    const place = { channel, thread_ts: ts }
    await this.#client('assistant.threads.setStatus', {
      channel_id: channel,
      thread_ts: ts,
      status: 'is thinking...',
      loading_messages: ['Following the water upstream...', 'Turning over a stone or two...', 'Nearly there...'],
    })
    await sleep(1600)
    const script = scriptFor(ask.text, ask.name)
    const recipient = direct ? {} : { recipient_user_id: user, recipient_team_id: team }
    const { ts: stream } = await this.#client('chat.startStream', {
      ...place,
      ...recipient,
      task_display_mode: script.display,
    })
    for (const { wait, chunks } of script.steps) {
      await sleep(wait)
      await this.#client('chat.appendStream', { channel, ts: stream, chunks })
    }
    await this.#client('chat.stopStream', { channel, ts: stream })
  }
}
