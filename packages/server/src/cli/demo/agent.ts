import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '#server/start'
import { newestSeq } from '#domain/log/numbers'
import { demoTeam, type Question, questionsAfter } from './questions.ts'
import { type Client, createClient } from './client.ts'
import { scriptFor } from './script.ts'

/** The agent of the demo workspace. It calls the Web API over HTTP like any other app, and needs no network or key. */
export class DemoAgent {
  #running: RunningServer
  #client: Client
  #cursor: number | undefined
  #stopped = false
  /** The threads that have a title. */
  #titled = new Set<string>()

  constructor(running: RunningServer) {
    this.#running = running
    this.#client = createClient(`${running.url}/api/`, 'xoxb-demo-brook')
    void this.#follow()
  }

  stop(): void {
    this.#stopped = true
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      // A failure of the database is ignored: the next look tries again.
      await this.#answerNew().catch(() => {})
      await sleep(100, undefined, { ref: false })
    }
  }

  /** Answers the questions since the last look. The first look only finds the end of the log. */
  async #answerNew(): Promise<void> {
    const before = this.#cursor
    const { db } = this.#running.store
    if (before === undefined) {
      this.#cursor = await newestSeq(db, demoTeam)
      return
    }
    const { questions, cursor } = await questionsAfter(db, before)
    this.#cursor = cursor
    if (this.#stopped) return
    for (const question of questions) this.#reply(question).catch(() => {}) // stopped by a reader, or the server is going down
  }

  async #reply(question: Question): Promise<void> {
    const { channel, ts, user, team, direct, begins } = question
    const thread = { channel, thread_ts: ts }
    if (begins) return this.#suggest(question)
    if (direct) await this.#title(question)
    await this.#client('assistant.threads.setStatus', {
      ...inThread(question),
      status: 'is thinking...',
      loading_messages: ['Following the water upstream...', 'Turning over a stone or two...', 'Nearly there...'],
    })
    await sleep(1600)
    const script = scriptFor(question.text, question.name)
    const recipient = direct ? {} : { recipient_user_id: user, recipient_team_id: team }
    const { ts: stream } = await this.#client('chat.startStream', {
      ...thread,
      ...recipient,
      task_display_mode: script.display,
    })
    for (const { wait, chunks } of script.steps) {
      await sleep(wait)
      await this.#client('chat.appendStream', { channel, ts: stream, chunks })
    }
    await this.#client('chat.stopStream', { channel, ts: stream })
  }
  /** A conversation is called after its first question. */
  async #title(question: Question): Promise<void> {
    if (this.#titled.has(question.ts)) return
    this.#titled.add(question.ts)
    await this.#client('assistant.threads.setTitle', { ...inThread(question), title: titleFor(question.text) })
  }

  async #suggest(question: Question): Promise<void> {
    await this.#client('assistant.threads.setSuggestedPrompts', {
      ...inThread(question),
      title: 'What shall I do?',
      prompts: [
        { title: 'Show me how you answer', message: 'Show me how you answer.' },
        { title: 'Make a plan', message: 'Make a plan for our launch on Thursday.' },
      ],
    })
  }
}

function inThread({ channel, ts }: Question) {
  return { channel_id: channel, thread_ts: ts }
}

/** The first words of a question. */
function titleFor(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > 48 ? `${words.slice(0, words.lastIndexOf(' ', 48))}…` : words
}
