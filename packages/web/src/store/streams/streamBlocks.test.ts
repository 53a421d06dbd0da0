import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Chunk } from '@rivulet/blocks/types'
import { blocksFromReply } from '@rivulet/blocks/replyBlocks'
import { emptyReply, appendChunks } from '@rivulet/blocks/streamedReply'
import { describe, expect, test } from 'vitest'
import { createStreamBlocks } from './streamBlocks.ts'
import type { LiveStream } from './streams.ts'

const answer = `Two **reasons**, and *one* is [ours](https://example.com).

## Profile

- a
  - b

\`\`\`js
const x = 1
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> said

Done.`

function stream(chunks: readonly Chunk[], display: 'timeline' | 'plan'): LiveStream {
  const shown = appendChunks(emptyReply(), chunks)
  return {
    channel: 'C',
    ts: '1.2',
    threadTs: '1.1',
    n: 1,
    display,
    shown,
    waiting: [],
    due: 0,
    arrivedAt: 0,
    ended: false,
  }
}

describe('the blocks of a streamed reply', () => {
  test.each(['timeline', 'plan'] as const)('are in the end the same as those of the fetched message: %s', (display) => {
    const chunks: Chunk[] = [
      ...[...answer].map((text) => ({ type: 'markdown_text' as const, text })),
      { type: 'task_update', id: '1', title: 'Read', status: 'in_progress' },
      { type: 'markdown_text', text: 'Between.' },
      { type: 'task_update', id: '2', title: 'Write', status: 'pending' },
      { type: 'task_update', id: '1', status: 'complete', output: 'ok' },
      { type: 'plan_update', title: 'Plan B' },
      { type: 'markdown_text', text: 'After **it' },
      { type: 'task_update', id: '3', title: 'Ask', status: 'pending' },
      { type: 'markdown_text', text: ' all**.\n' },
    ]
    const toBlocks = createStreamBlocks()
    let last: unknown
    for (let i = 1; i <= chunks.length; i++) last = toBlocks(stream(chunks.slice(0, i), display))
    expect(last).toEqual(blocksFromReply(appendChunks(emptyReply(), chunks), { display, open: false }))
  })

  test('[BLK-7] show the Markdown of a block as it will be stored', () => {
    const chunks: Chunk[] = [{ type: 'blocks', blocks: [{ type: 'markdown', text: '## Found\n\n**Two** reasons.' }] }]
    expect(createStreamBlocks()(stream(chunks, 'timeline'))).toEqual(blocksFromMarkdown('## Found\n\n**Two** reasons.'))
  })

  test('[R6] finished blocks stay the same objects', () => {
    const toBlocks = createStreamBlocks()
    const before: Chunk[] = [
      { type: 'markdown_text', text: '# Head\n\nText' },
      { type: 'task_update', id: '1', title: 'Read', status: 'in_progress' },
    ]
    const first = toBlocks(stream(before, 'timeline'))
    const shown = toBlocks({ ...stream(before, 'timeline') })
    expect(shown.slice(0, -1)).toEqual(first.slice(0, -1))
    shown.slice(0, -1).forEach((block, i) => expect(block).toBe(first[i]))
  })
})
