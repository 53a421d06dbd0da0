import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { removeSaved, saveForLater } from '#domain/later/saved'
import { maxLength } from '#domain/lengths'
import type { Tx } from '#store/db'
import type { LaterFrame } from '#feed/protocol/laterFrames'

const id = z.string().min(1).max(maxLength.browserId)
const message = {
  channel: id,
  ts: z
    .string()
    .length(17)
    .regex(/^\d{10}\.\d{6}$/),
}

/** Checks what `LaterFrame` describes. */
export const laterFrames = [
  z.object({
    type: z.literal('save'),
    id,
    ...message,
    done: z.boolean().exactOptional(),
    remind_at: z.int().min(0).exactOptional(),
  }),
  z.object({ type: z.literal('unsave'), id, ...message }),
  z.object({
    type: z.literal('later'),
    id,
    show: z.literal(['open', 'done']),
    after: z.object(message).exactOptional(),
  }),
] as const satisfies z.ZodType<LaterFrame>[]

/** [LAT-1] Keeps a message for later, changes how, or keeps it no longer. */
export async function keepForLater(
  tx: Tx,
  person: Caller,
  frame: Exclude<LaterFrame, { type: 'later' }>,
): Promise<void> {
  const place = { channelId: frame.channel, ts: frame.ts }
  if (frame.type === 'unsave') await removeSaved(tx, person, place)
  else await saveForLater(tx, person, { ...place, done: frame.done, remindAt: frame.remind_at })
}
