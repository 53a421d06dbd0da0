import { expect, test } from 'vitest'
import type { Chunk } from './types.ts'
import { appendChunks, emptyReply } from './streamedReply.ts'

test('[STR-5] looks through the parts once for all tasks of a call', () => {
  const first = Array.from({ length: 1000 }, (_, i): Chunk => ({
    type: 'task_update',
    id: `${i}`,
    title: 'A',
    status: 'pending',
  }))
  const { parts } = appendChunks(emptyReply(), first)
  let reads = 0
  const counted = parts.map((part) => new Proxy(part, { get: (of, key) => (reads++, Reflect.get(of, key)) }))

  const updates = Array.from({ length: 100 }, (_, i): Chunk => ({
    type: 'task_update',
    id: `${999 - i}`,
    status: 'complete',
  }))
  const updated = appendChunks({ parts: counted }, updates)

  expect(updated.parts).toHaveLength(1000)
  expect(updated.parts[950]).toMatchObject({ id: '950', title: 'A', status: 'complete' })
  expect(reads).toBeLessThan(5000)
})
