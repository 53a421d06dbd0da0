import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignIds } from '#elements'
import { checkBlocks, checkChunks, findUntitledTasks, canExceedMessageLimits, findMessageLimitFaults } from '#check'
import { blocksFromReply } from '#markdown/replyBlocks'
import { emptyReply, type StreamedReply, taskIdsIn, appendChunks } from '#streamedReply'
import { toPostable, anyStreamCall } from '#testing/streamCalls'

test('[STR-14] the blocks of any accepted stream are valid', () => {
  const display = fc.constantFrom('timeline' as const, 'plan' as const)
  fc.assert(
    fc.property(display, fc.array(anyStreamCall(), { maxLength: 6 }), (display, calls) => {
      let reply = emptyReply()
      for (const { chunks } of calls) reply = accepted(reply, display, chunks) ?? reply
      const last = checkBlocks(calls.at(-1)?.blocks ?? [])
      const below = last.ok && findMessageLimitFaults(reply, display, [], last.value).length === 0 ? last.value : []
      let made = 0
      const finished = toPostable([...blocksFromReply(reply, { display, open: false }), ...below])
      const blocks = assignIds(finished, () => `made${made++}`)
      // There may be more blocks than in a posted message, and Markdown may make several tables.
      for (const block of blocks) expect(checkBlocks([block])).toEqual({ ok: true, value: [block] })
      const ids = blocks.flatMap(({ block_id: id }) => id ?? [])
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 300 },
  )
})

/** The reply with the chunks appended, if they are accepted. */
function accepted(reply: StreamedReply, display: 'timeline' | 'plan', chunks: unknown): StreamedReply | undefined {
  const checked = checkChunks(chunks)
  if (!checked.ok || findUntitledTasks(checked.value, new Set(taskIdsIn(reply))).length > 0) return undefined
  const faults = findMessageLimitFaults(reply, display, checked.value)
  const begins = display === 'plan' && !reply.parts.some(({ type }) => type === 'task')
  if (faults.length > 0 && !begins) expect(canExceedMessageLimits(checked.value, [])).toBe(true)
  return faults.length === 0 ? appendChunks(reply, checked.value) : undefined
}

const task = { type: 'task_update', id: '1', title: 'a', status: 'pending' } as const
const plan = { type: 'plan', title: 'a' } as const
const markdown = (length: number) => ({ type: 'markdown', text: 'a'.repeat(length) }) as const
const planned = appendChunks(emptyReply(), [task])
const given = appendChunks(emptyReply(), [{ type: 'blocks', blocks: [plan, markdown(12_000)] }])

test.each([
  ['a plan below the plan of the tasks', findMessageLimitFaults(planned, 'plan', [], [plan]), '/blocks'],
  [
    'a plan in a later chunk',
    findMessageLimitFaults(planned, 'plan', [{ type: 'blocks', blocks: [plan] }]),
    '/chunks/0/blocks',
  ],
  ['a plan of tasks next to a given plan', findMessageLimitFaults(given, 'plan', [task]), '/chunks/0'],
  ['a second given plan', findMessageLimitFaults(given, 'timeline', [task], [plan]), '/blocks'],
])('[STR-14] %s is refused', (_name, faults, pointer) => {
  expect(faults).toEqual([{ message: 'Cannot have more than 1 plan block', pointer }])
})

test('[STR-14, BLK-6] a second table, and a third chart, are refused', () => {
  const table = { type: 'table' as const, rows: [] }
  const chart = { type: 'pie' as const, segments: [{ label: 'a', value: 1 }] }
  const pie = { type: 'data_visualization' as const, title: 'a', chart }
  const reply = appendChunks(emptyReply(), [{ type: 'blocks', blocks: [table, pie] }])
  expect(findMessageLimitFaults(reply, 'timeline', [], [table, pie, pie])).toEqual([
    { message: 'only_one_table_allowed', pointer: '/blocks' },
    { message: 'Cannot have more than 2 data_visualization blocks', pointer: '/blocks' },
  ])
  expect(canExceedMessageLimits([], [table])).toBe(true)
  const tables = appendChunks(emptyReply(), [{ type: 'markdown_text', text: '| a |\n|---|\n\nb\n\n| c |\n|---|' }])
  expect(findMessageLimitFaults(tables, 'timeline', [], [table])).toEqual([])
})

test('[STR-14] the Markdown of all blocks is counted together', () => {
  expect(findMessageLimitFaults(given, 'timeline', [{ type: 'blocks', blocks: [markdown(1)] }])).toEqual([
    { message: 'must be less than 12001 characters', pointer: '/chunks/0/blocks/0/text' },
  ])
})

test('[STR-14] task cards are no plan, and one plan is accepted', () => {
  expect(findMessageLimitFaults(planned, 'timeline', [task], [plan])).toEqual([])
  expect(findMessageLimitFaults(planned, 'plan', [task, { ...task, id: '2' }], [markdown(12_000)])).toEqual([])
  expect(findMessageLimitFaults(given, 'plan', [], [{ type: 'divider' }])).toEqual([])
})
