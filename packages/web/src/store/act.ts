import type {
  Closing,
  CommandUse,
  HomeVisit,
  Options,
  Press,
  ShortcutUse,
  Submission,
  Submitted,
  Typing,
} from 'rivulet/interactions'
import type { ViewerView } from 'rivulet/feedProtocol'

type Verbs = {
  press: { body: Press; answer: object }
  options: { body: Typing; answer: Options }
  submit: { body: Submission; answer: Submitted }
  close: { body: Closing; answer: object }
  shortcut: { body: ShortcutUse; answer: object }
  command: { body: CommandUse; answer: object }
  home: { body: HomeVisit; answer: { view: ViewerView | null } }
}

export type Acted<Answer> = { ok: true; answer: Answer } | { ok: false; error: string; detail: string }

/** What this page calls itself: a modal that comes of its acts opens here, not in another tab. */
export const page = globalThis.crypto.randomUUID()

/** Longer than a server waits for an app. */
const patience = 15_000

const unreachable = {
  ok: false,
  error: 'unreachable',
  detail: 'The server cannot be reached. Try again in a moment.',
} as const

/** Does something with what apps show. The server asks the app, and says whether it took it. */
export async function act<Verb extends keyof Verbs>(
  verb: Verb,
  body: Verbs[Verb]['body'],
): Promise<Acted<Verbs[Verb]['answer']>> {
  try {
    const answer = await fetch(`/act/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
    if (answer.ok) return { ok: true, answer: await answer.json() }
    const { error = '', detail = unsaid }: { error?: string; detail?: string } = await answer.json().catch(() => ({}))
    return { ok: false, error, detail }
  } catch {
    return unreachable
  }
}

const unsaid = 'That did not work. Try again.'
