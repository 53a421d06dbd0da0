import type { z } from 'zod'
import type * as chunks from '#shape/chunk'

/** One step of a streamed reply. */
export type Chunk = z.infer<typeof chunks.chunk>
export type MarkdownTextChunk = z.infer<typeof chunks.markdownText>
export type TaskUpdateChunk = z.infer<typeof chunks.taskUpdate>
export type PlanUpdateChunk = z.infer<typeof chunks.planUpdate>
export type BlocksChunk = z.infer<typeof chunks.blocks>
