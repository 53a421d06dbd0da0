import { z } from 'zod'
import type { Block } from '#block'
import { status } from './block.ts'
import { atMost, text, url } from './text.ts'

export const source = z.object({ type: z.literal('url'), text: atMost(256), url: url() })

export const markdownText = z.object({ type: z.literal('markdown_text'), text: z.string() })
export const taskUpdate = z.object({
  type: z.literal('task_update'),
  id: text(255),
  title: text(256).optional(),
  status,
  details: atMost(256).optional(),
  output: atMost(256).optional(),
  sources: z.array(source).optional(),
})
export const planUpdate = z.object({ type: z.literal('plan_update'), title: atMost(256) })
// The blocks are looked at by their own declaration, which keeps what it does not know.
export const blocks = z.object({
  type: z.literal('blocks'),
  blocks: z.custom<Block[]>(Array.isArray, 'must provide an array'),
})

export const chunk = z.discriminatedUnion('type', [markdownText, taskUpdate, planUpdate, blocks])
