import { teamQuery } from '#store/browser/browserStorage.ts'
import type {
  ViewClosing,
  CommandUse,
  HomeVisit,
  Options,
  Press,
  ShortcutUse,
  Submission,
  SubmissionResult,
  OptionsRequest,
} from 'rivulet/interactions'
import type { ViewerView } from 'rivulet/feedProtocol'
import { t } from '#words/t.ts'

type Interactions = {
  press: { body: Press; answer: object }
  options: { body: OptionsRequest; answer: Options }
  submit: { body: Submission; answer: SubmissionResult }
  close: { body: ViewClosing; answer: object }
  shortcut: { body: ShortcutUse; answer: object }
  command: { body: CommandUse; answer: object }
  home: { body: HomeVisit; answer: { view: ViewerView | null; thread_ts?: string } }
}

export type InteractionResult<Answer> = { ok: true; answer: Answer } | { ok: false; error: string; detail: string }

/** The id of this page. A modal that an app opens for an interaction shows on the page where it happened, in no other tab. */
export const pageId = globalThis.crypto.randomUUID()

/** Longer than the server waits for an app. */
const timeoutMs = 15_000

const unknownError = t('That did not work. Try again.')

const unreachable = {
  ok: false,
  error: 'unreachable',
  detail: t('The server cannot be reached. Try again in a moment.'),
} as const

/** Sends an interaction to the server, which dispatches it to the app and answers whether the app took it. */
export async function sendInteraction<Kind extends keyof Interactions>(
  kind: Kind,
  body: Interactions[Kind]['body'],
): Promise<InteractionResult<Interactions[Kind]['answer']>> {
  try {
    const answer = await fetch(`/act/${kind}${teamQuery()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.ok) return { ok: true, answer: await answer.json() }
    const { error = '', detail = unknownError }: { error?: string; detail?: string } = await answer
      .json()
      .catch(() => ({}))
    return { ok: false, error, detail }
  } catch {
    return unreachable
  }
}
