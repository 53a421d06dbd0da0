import fc from 'fast-check'
import { markdownSamples } from './markdownSamples.ts'
import { allBlocks } from '#samples/allBlocks'

/** What one call streams: chunks, and blocks at the end. Most are valid on their own, but not always together. */
export function anyStreamCall() {
  return fc.record({ chunks: fc.array(chunk, { maxLength: 5 }), blocks: fc.array(block, { maxLength: 2 }) })
}

/** Makes blocks of a read message valid for posting: a pending task card is valid only in a plan or in a stopped stream. */
export function toPostable<B extends { type?: unknown }>(blocks: readonly B[]): B[] {
  const isPending = (block: B) => block.type === 'task_card' && 'status' in block && block.status === 'pending'
  return blocks.map((block) => (isPending(block) ? { ...block, status: 'in_progress' } : block))
}

const id = fc.constantFrom('1', '2', '3')
const status = fc.constantFrom('pending', 'in_progress', 'complete', 'error')
const text = fc.oneof(
  fc.constantFrom(...markdownSamples),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '**', '# ', '- ', '| ', '```\n', '[x](https://a.b)', '\ud83d', '<@U1>'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)
const words = fc.oneof(
  fc.constantFrom('', ' ', 'a'),
  text.map((long) => long.slice(0, 256)),
)
const source = fc.record({ type: fc.constant('url'), text: words, url: fc.constantFrom('https://a.b', 'https://c.d') })
const block = fc.oneof(
  // Only a server knows which files there are.
  fc.constantFrom(...allBlocks.filter((block) => !('slack_file' in block))),
  fc.constantFrom<object>(
    { type: 'plan', title: 'Mine' },
    { type: 'markdown', text: 'a'.repeat(7000) },
    { type: 'markdown', block_id: 'task-1', text: 'a' },
    { type: 'divider', block_id: 'task-1' },
    { type: 'task_card', task_id: '1', title: 'Mine', status: 'pending' },
  ),
)
const chunk = fc.oneof(
  fc.record({ type: fc.constant('markdown_text'), text }),
  fc.record(
    {
      type: fc.constant('task_update'),
      id,
      status,
      title: words,
      details: words,
      output: words,
      sources: fc.array(source, { maxLength: 2 }),
    },
    { requiredKeys: ['type', 'id', 'status'] },
  ),
  fc.record({ type: fc.constant('plan_update'), title: words }),
  fc.record({ type: fc.constant('blocks'), blocks: fc.array(block, { maxLength: 2 }) }),
)
