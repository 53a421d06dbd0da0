import { describe, expect, test } from 'vitest'
import { act, call, delivery, toItems } from '#inspect/testing/entries.ts'
import { Groups } from '#inspect/journal/groups.ts'
import { JournalStore } from '#inspect/journal/journalStore.ts'
import { FilteredRows } from './filteredRows.ts'
import { createMatcher } from './matches.ts'
import { formatQuery, parseQuery, valueOf, withValue } from './query.ts'

const names: Record<string, string> = { U0ANA: 'Ana Lima', A0SCOUT: 'Scout', C0HELP: '#help' }
const matching = (query: string) => createMatcher(parseQuery(query), (_team, id) => names[id])

const post = call('chat.postMessage', { channel: 'C0HELP', text: 'All is **well**' })
const refused = call('chat.delete', { channel: 'C0OTHER', ts: '17.25' }, { ok: false, error: 'cant_delete_message' })
const hinted = call('auth.test', {}, { hints: [{ code: 'deprecated', detail: 'Old.' }] })
const cut = call('auth.test', {}, { fault: 'cut' })
const event = delivery('acknowledged')
const lost = delivery('timeout')
const said = act('says', { channel: 'C0HELP', detail: { text: 'Hello' } })
const all = { post, refused, hinted, cut, event, lost, said }

describe('a filter', () => {
  test.each([
    ['', ['post', 'refused', 'hinted', 'cut', 'event', 'lost', 'said']],
    ['well', ['post']],
    ['"is **well"', ['post']],
    ['method:chat.*', ['post', 'refused']],
    ['method:chat.* -error:*', []],
    ['method:chat.* -is:error', ['post']],
    ['is:error', ['refused', 'cut', 'lost']],
    ['is:hint', ['hinted']],
    ['error:timeout', ['lost']],
    ['error:cut', ['cut']],
    ['kind:event', ['event', 'lost']],
    ['kind:act person:"ana lima"', ['said']],
    ['person:u0ana', ['event', 'lost', 'said']],
    ['app:scout channel:help', ['post', 'event', 'lost']],
    ['channel:#help -kind:events', ['post', 'said']],
    ['event:says', ['said']],
    ['ts:17.25', ['refused']],
    ['kind:spaceship', []],
    ['nofield:x', []],
    ['method:chat.(', []],
  ])('%s lets through %j', (query, expected) => {
    const matches = matching(query)
    const found = Object.entries(all).filter(([, entry]) => matches(entry))
    expect(found.map(([name]) => name)).toEqual(expected)
  })

  test('is text: buttons write into it and read from it', () => {
    expect(withValue('well app:scout', 'app', 'My "app"')).toBe('well app:"My app"')
    expect(withValue('well app:scout -app:other', 'app', undefined)).toBe('well -app:other')
    expect(valueOf('-app:a app:"b c" app:d', 'app')).toBe('b c')
    for (const query of ['a b', '"a b" -method:x', 'app:"b c"', '"-a"', '"a:b"'])
      expect(parseQuery(formatQuery(parseQuery(query)))).toEqual(parseQuery(query))
  })
})

test('rows of streams and events have their appends and acknowledgements in them, but nothing that failed', () => {
  const stream = { channel: 'C0HELP', ts: '1.1' }
  const [start, append] = [
    call('chat.startStream', {}, { answer: { ok: true, ...stream } }),
    call('chat.appendStream', stream),
  ]
  const stopped = call('chat.appendStream', stream, { ok: false, error: 'stopped_by_user' })
  const retried = [
    delivery('sent'),
    delivery('timeout'),
    delivery('sent', { attempt: 1 }),
    delivery('acknowledged', { attempt: 1 }),
  ]
  const store = new JournalStore()
  store.items = toItems([start, append, append, stopped, ...retried])
  for (const item of store.items) if ('entry' in item) store.groups.add(item)
  const shown = (folds: boolean) =>
    new FilteredRows({ matches: () => true, folds, isOpen: true }).update(store).map(({ n }) => n)
  expect(shown(true)).toEqual([0, 3, 4, 5])
  expect(shown(false)).toHaveLength(8)
  const [first, , , , sent] = store.items
  expect(store.groups.of(first as never)).toMatchObject({ count: 2, state: 'stopped' })
  expect(store.groups.of(sent as never)).toMatchObject({ count: 2 })
  // Of another life of the server, the same ts is another stream.
  expect(new Groups().of({ ...(first as never as object), life: 1 } as never)).toBe(undefined)
})

test('a filter looks at new items alone, and leaves out those that are dropped', () => {
  const store = new JournalStore()
  let looked = 0
  const rows = new FilteredRows({ matches: ({ seq }) => ++looked > 0 && seq % 2 === 0, folds: true, isOpen: true })
  const items = toItems(Array.from({ length: 100 }, (_, seq) => call('api.test', {}, { seq })))
  store.items = items.slice(0, 60)
  expect(rows.update(store)).toHaveLength(30)
  expect(rows.update(store)).toBe(rows.update(store))
  store.items = items.slice(20)
  expect(rows.update(store).map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, i) => 20 + 2 * i))
  expect(looked).toBe(100)
  store.items = []
  expect(rows.update(store)).toEqual([])
})
