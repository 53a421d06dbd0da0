import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { onFrame, request, send } from '#store/client/pageClient.ts'
import { route } from '#routing/route.ts'
import { listOwn } from '#store/browser/browserStorage.ts'
import { currentDraft, drafts, markOf, parseDraft, putDraft, type StoredDraft } from '#store/browser/drafts.ts'
import { draftKey, workspace } from '#store/workspace/workspace.ts'

/** A draft is sent to the server when so long nothing was typed. */
const afterMs = 1500
/** A draft in which somebody typed so recently is not replaced. */
const typingMs = 3000

type DraftFrame = Extract<ClientFrame, { type: 'draft' }>

/** [DRF-1, DRF-2] Keeps what is typed with the server, and shows what the person typed elsewhere, if that was later. */
export function keepDrafts(): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** What the server was sent and has not confirmed. */
  const sent = new Set<string>()
  const later = (key: string, act: (key: string) => unknown, ms: number) => {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => act(key), ms),
    )
  }

  function save(key: string): void {
    const draft = currentDraft(key)
    const mark = markOf(key)
    if (mark.saved) return
    const isGone = draft.text.trim() === ''
    // The server never had it.
    if (isGone && !sent.has(key) && !workspace.getState().drafts[key])
      return putDraft(key, draft, { ...mark, saved: true })
    const { text, document } = draft
    const picked = [...draft.picked]
    const frame: DraftFrame = { type: 'draft', ...placeOf(key), at: mark.at, draft: isGone ? null : { text, picked } }
    const whole = frame.draft && document ? { ...frame, draft: { ...frame.draft, document } } : frame
    const fits = [whole, frame].find((one) => isShort(one))
    // What is too long for a message stays in this browser.
    if (fits && send(fits)) sent.add(key)
  }

  /** Compares what the page and the server have, and lets the later one stay. */
  function compare(key: string): void {
    const entry = workspace.getState().drafts[key]
    const mark = markOf(key)
    if (entry && entry.at > mark.at) return isShown(key) ? void fetch(key) : undefined
    if (entry?.at === mark.at) return confirm(key)
    if (!mark.saved) return later(key, save, afterMs)
    if (!entry && currentDraft(key).text !== '') putDraft(key, { text: '', picked: [] }, mark)
  }

  function confirm(key: string): void {
    sent.delete(key)
    const mark = markOf(key)
    if (!mark.saved) putDraft(key, currentDraft(key), { ...mark, saved: true })
  }

  async function fetch(key: string): Promise<void> {
    const result = await request({ type: 'draft_of', ...placeOf(key) }, 'draft')
    if (!result.ok) return
    const { draft, at } = result.answer
    replace(key, draft ?? { text: '', picked: [] }, at)
  }

  function replace(key: string, draft: ReturnType<typeof currentDraft>, at: number): void {
    const typedBefore = Date.now() + workspace.getState().clockAhead - markOf(key).at
    if (markOf(key).at >= at) return
    if (typedBefore < typingMs) return later(key, compare, typingMs)
    putDraft(key, draft, { at, saved: true })
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'welcome' || frame.type === 'resumed') {
      sent.clear()
      const known = [...Object.keys(drafts.getState()), ...listUnsaved(), ...shownKeys()]
      for (const key of new Set(known)) compare(key)
    }
    if (frame.type !== 'draft_changed') return
    const key = draftKey(frame.channel, frame.thread_ts)
    if (!frame.gone) return compare(key)
    if (frame.at === markOf(key).at) confirm(key)
    else replace(key, { text: '', picked: [] }, frame.at)
  }

  for (const key of [...Object.keys(drafts.getState()), ...listUnsaved(), ...shownKeys()]) compare(key)
  const stops = [
    onFrame(receive),
    route.subscribe(() => shownKeys().forEach(compare)),
    drafts.subscribe((all, before) => {
      for (const [key, draft] of Object.entries(all))
        if (draft !== before[key] && !markOf(key).saved) later(key, save, draft.text === '' ? 0 : afterMs)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

/** What this browser has and the server may not. */
function listUnsaved(): string[] {
  return listOwn('draft.').flatMap((value) => {
    const { key, saved }: Partial<StoredDraft> = parseDraft(value) ?? {}
    return key !== undefined && !saved ? [key] : []
  })
}

/** What is written on the page: in the channel, and in the thread beside it. */
function shownKeys(): string[] {
  const { channel, thread } = route.getState()
  if (channel === undefined) return []
  return [draftKey(channel, undefined), ...(thread === undefined ? [] : [draftKey(channel, thread)])]
}

function isShown(key: string): boolean {
  return shownKeys().includes(key)
}

function placeOf(key: string): { channel: string; thread_ts?: string } {
  const [channel = '', ...thread] = key.split('.')
  return { channel, ...(thread.length > 0 ? { thread_ts: thread.join('.') } : {}) }
}

function isShort(frame: DraftFrame): boolean {
  const { limits } = workspace.getState()
  return (frame.draft?.text.length ?? 0) <= limits.text && new Blob([JSON.stringify(frame)]).size < limits.frame
}
