import { describe, expect, test } from 'vitest'
import { checkAttachments, checkBlocks, checkChunks, checkView, type Checked } from '#check'

const count = 6000
const title = { type: 'plain_text', text: 'a' }
const richText = (elements: unknown[]) => [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]

/** Each has thousands of faults. Its items are made by `many`, which counts how often they are read. */
const documents: [string, (many: (item: object, length?: number) => unknown[]) => Checked<unknown>, string][] = [
  ['blocks with elements without a text', (many) => checkBlocks(richText(many({ type: 'text' }))), '/blocks'],
  ['blocks with empty elements', (many) => checkBlocks(richText(many({}))), '/blocks'],
  [
    'blocks with empty options',
    (many) =>
      checkBlocks(
        Array.from({ length: 50 }, () => ({
          type: 'actions',
          elements: Array.from({ length: 25 }, () => ({ type: 'checkboxes', options: many({}, 10) })),
        })),
      ),
    '/blocks',
  ],
  [
    'blocks with elements that belong elsewhere',
    (many) => checkBlocks([{ type: 'actions', elements: many({ type: 'file_input' }) }]),
    '/blocks',
  ],
  ['chunks of empty blocks', (many) => checkChunks(many({ type: 'blocks', blocks: [{}, {}] }, 100)), '/chunks'],
  [
    'attachments of empty blocks',
    (many) => checkAttachments(Array.from({ length: 100 }, () => ({ blocks: many({}, 50) }))),
    '/attachments',
  ],
  [
    'attachments of actions with empty options',
    (many) =>
      checkAttachments(
        Array.from({ length: 100 }, () => ({ actions: [{ type: 'select', text: 'a', options: many({}, 100) }] })),
      ),
    '/attachments',
  ],
  [
    'a view with empty blocks',
    (many) => checkView({ type: 'modal', title, blocks: richText(many({})) }, '/view'),
    '/view',
  ],
]

describe('[BLK-9] of very many faults, the first hundred are told', () => {
  test.each(documents)('%s', (_what, check, pointer) => {
    let checked: Checked<unknown> | undefined
    const reads = countReads((many) => (checked = check(many)))

    const faults = checked?.ok === false ? checked.faults : []
    expect(faults).toHaveLength(101)
    expect(faults.at(-1)?.message).toBe('there are more faults than these 100: fix them, and check again')
    expect(pointer.startsWith(faults.at(-1)?.pointer ?? 'nowhere')).toBe(true)
    expect(faults.slice(0, 100).every((fault) => fault.pointer.startsWith(pointer))).toBe(true)
    // A few hundred items are read for their faults, and none after them.
    expect(reads).toBeLessThan(3000)
  })

  test('exactly a hundred have no other behind them', () => {
    const faultsOf = (length: number) => {
      const checked = checkBlocks(richText(Array.from({ length }, () => ({ type: 'text' }))))
      return checked.ok ? [] : checked.faults
    }
    expect(faultsOf(100)).toHaveLength(100)
    expect(faultsOf(100).at(-1)?.pointer).toBe('/blocks/0/elements/0/elements/99')
    expect(faultsOf(101).at(-1)?.pointer).toBe('/blocks')
  })
})

describe('[BLK-10] a document of too many values is refused before a schema reads it', () => {
  test.each([
    ['blocks', (many: unknown[]) => checkBlocks(richText(many)), '/blocks'],
    ['chunks', (many: unknown[]) => checkChunks(many), '/chunks'],
    ['attachments', (many: unknown[]) => checkAttachments([{ fields: many }]), '/attachments'],
    ['a view', (many: unknown[]) => checkView({ type: 'home', blocks: richText(many) }, '/view'), '/view'],
  ])('%s', (_what, check, pointer) => {
    const message = 'the document is too large: no more than 20000 values allowed'
    const expected = { ok: false, faults: [{ message, pointer }] }
    expect(check(Array.from({ length: 180_000 }, () => ({})))).toEqual(expected)
    expect(check(Array.from({ length: 180_000 }, () => null))).toEqual(expected)
  })
})

/** Counts how often fields of items are read, without the once that the bound reads each. */
function countReads(run: (many: (item: object, length?: number) => unknown[]) => void): number {
  let reads = 0
  const counted = (item: object) =>
    new Proxy(item, {
      get(target, key) {
        reads++
        return Reflect.get(target, key)
      },
    })
  run((item, length = count) => {
    reads -= length * Object.keys(item).length
    return Array.from({ length }, () => counted(item))
  })
  return reads
}
