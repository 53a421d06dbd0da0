import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import * as pageClient from '#store/client/pageClient.ts'
import { route } from '#routing/route.ts'
import { listOwn, onOwnChanged } from '#store/browser/browserStorage.ts'
import {
  adoptDraft,
  currentDraft,
  drafts,
  isSaved,
  markOf,
  parseDraft,
  putDraft,
  type StoredDraft,
} from '#store/browser/drafts.ts'
import { draftKey, workspace } from '#store/workspace/workspace.ts'
import { placeOf, shownDrafts } from './draftPlaces.ts'
import { isNews, type ServerDraft, settleDraft } from './settleDraft.ts'

/** A draft is sent to the server when so long nothing was typed. */
const afterMs = 1500
/** A draft in which somebody typed so recently is not replaced. */
const typingMs = 3000
/** If the server could not say what it has, it is asked again after this. */
const retryMs = 5000
/** So many times are remembered of what the server was sent and has not confirmed. */
const maxSent = 50

type Client = Pick<typeof pageClient, 'request' | 'send'> & {
  onFrame: (listener: (frame: ServerFrame) => void) => () => void
}
type DraftFrame = Extract<ClientFrame, { type: 'draft' }>

/** [DRF-1, DRF-2, DRF-4] Keeps what is typed with the server, and shows what the person typed elsewhere. */
export function keepDrafts({ onFrame, request, send }: Client = pageClient): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let isOver = false
  const later = (key: string, act: (key: string) => unknown, ms: number) => {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => act(key), ms),
    )
  }

  function save(key: string): void {
    adoptDraft(key)
    const { epoch, drafts: listed } = workspace.getState()
    const [draft, mark, known] = [currentDraft(key), markOf(key), listed[key]]
    // What was restored without the server says nothing about what the server has.
    if (isSaved(mark) || epoch === undefined) return
    if (known && isNews(mark, known.at)) return compare(key)
    const isGone = draft.text.trim() === ''
    // The server never had it.
    if (isGone && mark.sent.length === 0 && !known) return putDraft(key, draft, { ...mark, at: mark.seen })
    const { text, document } = draft
    const picked = [...draft.picked]
    const frame: DraftFrame = { type: 'draft', ...placeOf(key), at: mark.at, draft: isGone ? null : { text, picked } }
    const whole = frame.draft && document ? { ...frame, draft: { ...frame.draft, document } } : frame
    const fits = [whole, frame].find((one) => isShort(one))
    // What is too long for a message stays in this browser.
    if (fits && send(fits)) putDraft(key, draft, { ...mark, sent: [...mark.sent, mark.at].slice(-maxSent) })
  }

  /** Compares what the page and the server have. What the page does not know of the server's, it asks for. */
  function compare(key: string): void {
    const { epoch, drafts: listed } = workspace.getState()
    if (epoch === undefined) return
    adoptDraft(key)
    const [entry, mark] = [listed[key], markOf(key)]
    if (entry && !isNews(mark, entry.at)) return settle(key, { draft: null, at: entry.at })
    const isNothing = !entry && isSaved(mark) && currentDraft(key).text === ''
    if (!isNothing && (shownKeys().includes(key) || !isSaved(mark))) void ask(key)
  }

  async function ask(key: string): Promise<void> {
    const result = await request({ type: 'draft_of', ...placeOf(key) }, 'draft')
    if (isOver) return
    if (result.ok) settle(key, result.answer)
    else later(key, compare, retryMs)
  }

  function settle(key: string, theirs: ServerDraft): void {
    adoptDraft(key)
    const [draft, mark] = [currentDraft(key), markOf(key)]
    const typedBefore = Date.now() + workspace.getState().clockAhead - mark.at
    if (isNews(mark, theirs.at) && typedBefore < typingMs) return later(key, compare, typingMs)
    const settled = settleDraft({ draft, mark }, theirs)
    if (settled.draft !== draft || settled.mark !== mark) putDraft(key, settled.draft, settled.mark)
    if (!isSaved(settled.mark)) later(key, save, afterMs)
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'welcome' || frame.type === 'resumed') compareAll()
    if (frame.type !== 'draft_changed') return
    const key = draftKey(frame.channel, frame.thread_ts)
    if (frame.gone) settle(key, { draft: null, at: frame.at })
    else compare(key)
  }

  function compareAll(): void {
    for (const key of new Set([...Object.keys(drafts.getState()), ...listUnsaved(), ...shownKeys()])) compare(key)
  }

  /** Sends at once what was typed: the person turns to something else, maybe to another device. */
  function saveWhenHidden(): void {
    if (document.visibilityState === 'hidden') for (const key of Object.keys(drafts.getState())) save(key)
  }

  compareAll()
  document.addEventListener('visibilitychange', saveWhenHidden)
  const stops = [
    onFrame(receive),
    onOwnChanged('draft.', (key, value) => value !== undefined && adoptDraft(key)),
    route.subscribe(() => shownKeys().forEach(compare)),
    drafts.subscribe((all, before) => {
      for (const key of Object.keys(all).filter((one) => all[one] !== before[one])) {
        const mark = markOf(key)
        if (!isSaved(mark) && !mark.sent.includes(mark.at)) later(key, save, all[key]?.text === '' ? 0 : afterMs)
      }
    }),
    () => document.removeEventListener('visibilitychange', saveWhenHidden),
  ]
  return () => {
    isOver = true
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

/** What this browser has and the server may not. */
function listUnsaved(): string[] {
  return listOwn('draft.').flatMap((value) => {
    const { key, ...mark }: Partial<StoredDraft> = parseDraft(value) ?? {}
    return key !== undefined && !isSaved(mark) ? [key] : []
  })
}

function shownKeys(): string[] {
  return shownDrafts(route.getState())
}

function isShort(frame: DraftFrame): boolean {
  const { limits } = workspace.getState()
  return (frame.draft?.text.length ?? 0) <= limits.text && new Blob([JSON.stringify(frame)]).size < limits.frame
}
