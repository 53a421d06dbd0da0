import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import { type block, status } from './block.ts'
import { text, textUpTo, url } from './text.ts'

export const source = z.object({ type: z.literal('url'), text: textUpTo(256), url: url() })

export const markdownText = z.object({ type: z.literal('markdown_text'), text: z.string() })
export const taskUpdate = z.object({
  type: z.literal('task_update'),
  id: text(255),
  title: text(256).optional(),
  status,
  details: textUpTo(256).optional(),
  output: textUpTo(256).optional(),
  sources: arrayOf(source).optional(),
})
export const planUpdate = z.object({ type: z.literal('plan_update'), title: textUpTo(256) })
// `checkChunks` checks the blocks with their own schema, which keeps keys that it does not know.
export const blocks = z.object({
  type: z.literal('blocks'),
  blocks: z.custom<z.infer<typeof block>[]>(Array.isArray, 'must provide an array'),
})

export const chunk = z.discriminatedUnion('type', [markdownText, taskUpdate, planUpdate, blocks])
