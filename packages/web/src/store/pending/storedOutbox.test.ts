import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStorageOf, writeOwn } from '#store/browser/browserStorage.ts'
import { createOutbox, type OutboxMessage } from './outbox.ts'
import { keepOutbox } from './storedOutbox.ts'

const ana = { team: 'T1', user: 'U1' }
const hourMs = 60 * 60 * 1000

function createTestMessage(more: Partial<OutboxMessage> = {}): OutboxMessage {
  return { id: 'm1', channel: 'C1', text: 'Hello', sentAt: Date.now(), state: 'sending', ...more }
}

/** What a page is told when another one changes the storage. */
function changeElsewhere(key: string, newValue: string | null): void {
  dispatchEvent(Object.assign(new Event('storage'), { key: `rivulet.T1.U1.${key}`, newValue }))
}

/** The outbox of a page that is loaded now. */
function loadPage() {
  const outbox = createOutbox()
  const stop = keepOutbox(outbox)
  onTestFinished(stop)
  return { outbox, stop, all: () => outbox.store.getState() }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const keys = {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy(methods, keys))
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  onTestFinished(() => void vi.unstubAllGlobals())
  openStorageOf(ana)
})

describe('[SES-11] a message that was not confirmed', () => {
  test('waits in the outbox of the next page with its id, thread and files', () => {
    const message = createTestMessage({ threadTs: '1.1', files: [{ file: 'F1', name: 'a.txt', size: 3 }] })
    loadPage().outbox.add(message)
    expect(loadPage().all()).toEqual([{ ...message, sentAt: expect.any(Number), restored: true }])
  })

  test('is not in the next page once it was confirmed, came, or was deleted', () => {
    const { outbox } = loadPage()
    for (const id of ['m1', 'm2', 'm3']) outbox.add(createTestMessage({ id }))
    outbox.update('m1', { ts: '1.1' })
    outbox.remove('m2')
    expect(
      loadPage()
        .all()
        .map(({ id }) => id),
    ).toEqual(['m3'])
  })

  test('that waited for an hour is not sent without being asked for', () => {
    loadPage().outbox.add(createTestMessage({ sentAt: Date.now() - hourMs }))
    expect(loadPage().all()).toMatchObject([{ state: 'failed' }])
  })

  test('that was refused keeps the reason', () => {
    loadPage().outbox.add(createTestMessage({ state: 'failed', reason: 'The channel is archived.' }))
    expect(loadPage().all()).toMatchObject([{ state: 'failed', reason: 'The channel is archived.' }])
  })

  test('is not in the page of another person', () => {
    loadPage().outbox.add(createTestMessage())
    openStorageOf({ team: 'T1', user: 'U2' })
    expect(loadPage().all()).toEqual([])
    openStorageOf(ana)
    expect(loadPage().all()).toEqual([])
  })

  test('leaves the other pages when it leaves this one, and is retried in all of them', () => {
    const { all, outbox } = loadPage()
    const [left, retried] = ['m1', 'm2'].map((id) => createTestMessage({ id, state: 'failed' }))
    for (const message of [left, retried]) outbox.add(message!)
    changeElsewhere('outbox.m1', null)
    changeElsewhere('outbox.m2', JSON.stringify({ ...retried, state: 'sending' }))
    changeElsewhere('outbox.m3', JSON.stringify(createTestMessage({ id: 'm3' })))
    expect(all()).toEqual([{ ...retried, state: 'sending' }])
  })

  test('that cannot be read is left out', () => {
    writeOwn('outbox.m1', '{"id":')
    expect(loadPage().all()).toEqual([])
  })
})
