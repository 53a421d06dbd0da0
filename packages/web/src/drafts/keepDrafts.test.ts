import type { ClientFrame, ServerFrame, ViewerDraft } from 'rivulet/feedProtocol'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { route } from '#routing/route.ts'
import { openStorageOf, writeOwn } from '#store/browser/browserStorage.ts'
import { currentDraft, drafts, markOf, putDraft } from '#store/browser/drafts.ts'
import { createRequests } from '#store/client/requests.ts'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import { welcome } from '#store/workspace/testing/frames.ts'
import { emptyWorkspace, workspace } from '#store/workspace/workspace.ts'
import { keepDrafts } from './keepDrafts.ts'

const draft = (text: string): ViewerDraft => ({ text, picked: [] })
const person = { team: 'T1', user: 'U1' }
/** Each test has a place of its own: the page remembers what was typed there. */
let place = ''
let tests = 0

/** A page whose channel is shown, and a server that has one draft of it, and lets the later one stay. */
function startPage() {
  const listeners = new Set<(frame: ServerFrame) => void>()
  const server = { draft: null as ViewerDraft | null, at: 0, connected: false, answers: true }
  const receive = (frame: ServerFrame) => {
    workspace.setState((state) => applyFrame(state, frame, Date.now()), true)
    for (const listener of listeners) listener(frame)
  }
  const entry = () => ({ channel: place, excerpt: server.draft?.text ?? '', at: server.at })
  const announce = () => receive({ type: 'draft_changed', seq: 1, ...entry(), ...(server.draft ? {} : { gone: true }) })
  const save = (typed: ViewerDraft | null, at: number) => {
    if (at <= server.at) return
    Object.assign(server, { draft: typed, at })
    if (server.connected) setTimeout(announce, 50)
  }
  const send = (frame: ClientFrame) => {
    if (!server.connected) return false
    if (frame.type === 'draft') save(frame.draft, frame.at)
    if (frame.type === 'draft_of' && server.answers)
      setTimeout(() => receive({ type: 'draft', id: frame.id, draft: server.draft, at: server.at }), 50)
    return true
  }
  const onFrame = (listener: (frame: ServerFrame) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const connect = () => {
    server.connected = true
    receive({ ...welcome, now: Date.now(), drafts: server.draft ? [entry()] : [] })
  }
  const keep = () => {
    const stop = keepDrafts({ onFrame, send, request: createRequests(send, onFrame, () => welcome.limits) })
    onTestFinished(stop)
    return stop
  }
  const typeElsewhere = (typed: ViewerDraft | null, at = Date.now()) => save(typed, at)
  return { server, connect, keep, typeElsewhere, connectAndKeep: () => (connect(), keep()) }
}

function type(text: string): void {
  const mark = markOf(place)
  putDraft(place, draft(text), { ...mark, at: Math.max(Date.now(), mark.at + 1) })
}

const shown = () => currentDraft(place).text
const wait = (ms = 15_000) => vi.advanceTimersByTimeAsync(ms)

let page: EventTarget
beforeEach(() => {
  place = `C${++tests}`
  vi.useFakeTimers({ now: 1_000_000 })
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  page = new EventTarget()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  openStorageOf(person)
  workspace.setState(emptyWorkspace, true)
  route.setState({ channel: place }, true)
  onTestFinished(() => {
    openStorageOf(undefined)
    drafts.setState({}, true)
    workspace.setState(emptyWorkspace, true)
    route.setState({}, true)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

describe('[DRF-2] the later draft stays', () => {
  test('and reaches the server and the other pages', async () => {
    const { server, connectAndKeep, typeElsewhere } = startPage()
    connectAndKeep()
    type('Half')
    await wait()
    expect([server.draft?.text, markOf(place)]).toEqual(['Half', { at: 1_000_000, seen: 1_000_000, sent: [] }])
    typeElsewhere(draft('Half a sentence'))
    await wait()
    expect(shown()).toBe('Half a sentence')
    typeElsewhere(null)
    await wait()
    expect(shown()).toBe('')
  })

  test('and what goes on is not taken for something from elsewhere when the server confirms its beginning', async () => {
    const { server, connectAndKeep } = startPage()
    connectAndKeep()
    type('Hello wor')
    await wait(1520)
    type('Hallo')
    await wait()
    expect([shown(), server.draft?.text]).toEqual(['Hallo', 'Hallo'])
  })

  test('is sent at once when the page goes out of sight', async () => {
    const { server, connectAndKeep } = startPage()
    connectAndKeep()
    type('Half')
    Object.assign(document, { visibilityState: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(server.draft?.text).toBe('Half')
  })
})

describe('[DRF-4] no words are lost', () => {
  test('that were typed elsewhere, when somebody types before the page has them', async () => {
    const { server, connect, keep, typeElsewhere } = startPage()
    typeElsewhere(draft('On the phone'), 500_000)
    type('Here')
    keep()
    await wait()
    connect()
    await wait()
    expect([shown(), server.draft?.text]).toEqual(['On the phone\n\nHere', 'On the phone\n\nHere'])
  })

  test('that were typed elsewhere, when a message is sent before the page has them', async () => {
    const { server, connect, keep, typeElsewhere } = startPage()
    typeElsewhere(draft('On the phone'), 500_000)
    connect()
    type('Hi')
    type('')
    keep()
    await wait()
    expect([shown(), server.draft?.text]).toEqual(['On the phone', 'On the phone'])
  })

  test.each([
    ['later', 1_000_500],
    ['earlier', 999_000],
  ])('that were typed offline, though something else was typed elsewhere, %s', async (_when, at) => {
    const { server, connect, connectAndKeep, typeElsewhere } = startPage()
    connectAndKeep()
    server.connected = false
    type('Offline')
    await wait()
    typeElsewhere(draft('On the phone'), at)
    connect()
    await wait()
    expect([shown(), server.draft?.text]).toEqual(['On the phone\n\nOffline', 'On the phone\n\nOffline'])
  })

  test('that were typed offline, though what was there before was sent elsewhere', async () => {
    const { server, connect, connectAndKeep, typeElsewhere } = startPage()
    typeElsewhere(draft('Hello'), 500_000)
    connectAndKeep()
    await wait()
    server.connected = false
    type('Hello, and more')
    await wait()
    typeElsewhere(null)
    connect()
    await wait()
    expect([shown(), server.draft?.text]).toEqual(['Hello, and more', 'Hello, and more'])
  })

  test('while the page has not heard yet what the server has', async () => {
    const { connect, keep, typeElsewhere } = startPage()
    typeElsewhere(draft('Kept'), 500_000)
    putDraft(place, draft('Kept'), { at: 500_000, seen: 500_000, sent: [] })
    keep()
    expect(shown()).toBe('Kept')
    connect()
    await wait()
    expect(shown()).toBe('Kept')
  })

  test('of which another tab knows sooner that the server has them', async () => {
    const { server, connect, keep } = startPage()
    connect()
    writeOwn(`draft.${place}`, JSON.stringify({ ...draft('Kept'), at: 600_000, seen: 600_000, sent: [], key: place }))
    Object.assign(server, { draft: draft('Kept'), at: 600_000 })
    keep()
    await wait()
    expect(shown()).toBe('Kept')
  })

  test('that the server no longer has', async () => {
    const { connectAndKeep } = startPage()
    putDraft(place, draft('Kept'), { at: 500_000, seen: 500_000, sent: [] })
    connectAndKeep()
    await wait()
    expect(shown()).toBe('Kept')
  })

  test('because a question was not answered', async () => {
    const { server, connectAndKeep, typeElsewhere } = startPage()
    typeElsewhere(draft('On the phone'), 500_000)
    server.answers = false
    connectAndKeep()
    await wait()
    expect(shown()).toBe('')
    server.answers = true
    await wait(30_000)
    expect(shown()).toBe('On the phone')
  })

  test('and nothing is asked any more once that is over', async () => {
    const { server, connectAndKeep, typeElsewhere } = startPage()
    typeElsewhere(draft('On the phone'), 500_000)
    server.answers = false
    const stop = connectAndKeep()
    stop()
    await wait()
    server.answers = true
    await wait(30_000)
    expect(shown()).toBe('')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that another tab stored before it was closed', async () => {
    const { server, connectAndKeep } = startPage()
    connectAndKeep()
    writeOwn(`draft.${place}`, JSON.stringify({ ...draft('In a tab'), at: 999_000, seen: 0, sent: [], key: place }))
    const key = `rivulet.T1.U1.draft.${place}`
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: localStorage.getItem(key) }))
    expect(shown()).toBe('In a tab')
    await wait()
    expect(server.draft?.text).toBe('In a tab')
  })
})
