import { z } from 'zod'
import { findBlockFaults } from './blocks.ts'
import type { Fault } from './fault.ts'
import { toFaults } from './issues.ts'

const message = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.array(z.looseObject({ blocks: z.unknown().optional() })).optional(),
})

/** The faults of a message's blocks and of the blocks in its attachments. Pointers start at the message. */
export function findMessageFaults(value: unknown): Fault[] {
  const parsed = message.safeParse(value, { reportInput: true })
  if (!parsed.success) return toFaults(parsed.error.issues, '')
  const { blocks, attachments = [] } = parsed.data
  return [
    ...(blocks === undefined ? [] : findBlockFaults(blocks, '/blocks')),
    ...attachments.flatMap((attachment, i) =>
      attachment.blocks === undefined ? [] : findBlockFaults(attachment.blocks, `/attachments/${i}/blocks`),
    ),
  ]
}
