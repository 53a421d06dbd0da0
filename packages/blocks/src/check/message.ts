import { z } from 'zod'
import { checkAttachments } from './attachments.ts'
import { findBlockFaults, type ToStored } from './blocks.ts'
import type { Fault } from './fault.ts'
import { toFaults } from './issues.ts'

const message = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
})

/** The faults of a message's blocks and of its attachments. Pointers start at the message. `toStored`: as of `findBlockFaults`. */
export function findMessageFaults(value: unknown, toStored?: ToStored): Fault[] {
  const parsed = message.safeParse(value, { reportInput: true })
  if (!parsed.success) return toFaults(parsed.error.issues, '')
  const { blocks, attachments = [] } = parsed.data
  const checked = checkAttachments(attachments)
  return [
    ...(blocks === undefined ? [] : findBlockFaults(blocks, '/blocks', toStored)),
    ...(checked.ok ? [] : checked.faults),
  ]
}
