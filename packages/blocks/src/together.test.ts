import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withBlockIds } from '#blockIds'
import { checkBlocks, checkChunks, untitledTasks } from '#check'
import { blocksOf, emptyReply, type Reply, taskIds, withChunks } from '#reply'
import { postable, streamCall } from '#testing/streamCalls'
import { canCrowd, crowdingFaults } from '#together'

test('[STR-14] whatever a stream was accepted with, its blocks pass in the end', () => {
  const display = fc.constantFrom('timeline' as const, 'plan' as const)
  fc.assert(
    fc.property(display, fc.array(streamCall(), { maxLength: 6 }), (display, calls) => {
      let reply = emptyReply()
      for (const { chunks } of calls) reply = accepted(reply, display, chunks) ?? reply
      const last = checkBlocks(calls.at(-1)?.blocks ?? [])
      const below = last.ok && crowdingFaults(reply, display, [], last.value).length === 0 ? last.value : []
      let made = 0
      const finished = postable([...blocksOf(reply, { display, open: false }), ...below])
      const blocks = withBlockIds(finished, () => `made${made++}`)
      expect(checkBlocks(blocks, '/blocks', Infinity)).toEqual({ ok: true, value: blocks })
    }),
    { numRuns: 300 },
  )
})

/** The reply with the chunks, where they would be accepted. */
function accepted(reply: Reply, display: 'timeline' | 'plan', chunks: unknown): Reply | undefined {
  const checked = checkChunks(chunks)
  if (!checked.ok || untitledTasks(checked.value, new Set(taskIds(reply))).length > 0) return undefined
  const faults = crowdingFaults(reply, display, checked.value)
  const begins = display === 'plan' && !reply.parts.some(({ type }) => type === 'task')
  if (faults.length > 0 && !begins) expect(canCrowd(checked.value, [])).toBe(true)
  return faults.length === 0 ? withChunks(reply, checked.value) : undefined
}

const task = { type: 'task_update', id: '1', title: 'a', status: 'pending' } as const
const plan = { type: 'plan', title: 'a' } as const
const markdown = (length: number) => ({ type: 'markdown', text: 'a'.repeat(length) }) as const
const planned = withChunks(emptyReply(), [task])
const given = withChunks(emptyReply(), [{ type: 'blocks', blocks: [plan, markdown(12_000)] }])

test.each([
  ['a plan below the plan of the tasks', crowdingFaults(planned, 'plan', [], [plan]), '/blocks'],
  ['a plan among them', crowdingFaults(planned, 'plan', [{ type: 'blocks', blocks: [plan] }]), '/chunks/0/blocks'],
  ['a plan of tasks beside one that was given', crowdingFaults(given, 'plan', [task]), '/chunks/0'],
  ['a second plan that is given', crowdingFaults(given, 'timeline', [task], [plan]), '/blocks'],
])('[STR-14] %s is one too many', (_name, faults, pointer) => {
  expect(faults).toEqual([{ message: 'Cannot have more than 1 plan block', pointer }])
})

test('[STR-14] the Markdown of all blocks counts together', () => {
  expect(crowdingFaults(given, 'timeline', [{ type: 'blocks', blocks: [markdown(1)] }])).toEqual([
    { message: 'must be less than 12001 characters', pointer: '/chunks/0/blocks/0/text' },
  ])
})

test('[STR-14] cards of tasks are no plan, and one plan is not too many', () => {
  expect(crowdingFaults(planned, 'timeline', [task], [plan])).toEqual([])
  expect(crowdingFaults(planned, 'plan', [task, { ...task, id: '2' }], [markdown(12_000)])).toEqual([])
  expect(crowdingFaults(given, 'plan', [], [{ type: 'divider' }])).toEqual([])
})
