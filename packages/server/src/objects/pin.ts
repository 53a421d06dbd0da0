import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { findShownMessages, type MessageRow } from '#domain/messages/find'
import { permalinkOf } from '#domain/messages/permalink'
import { fitOnPage } from '#domain/page'
import { fitPins, listPins, type PinRow } from '#domain/pins/pins'
import type { Db } from '#store/db'
import { toMessageObjects } from './message.ts'
import { messageObject } from './messageSchema.ts'
import { afterCursor } from './page.ts'

/** The schema of a pinned message. */
export const pinnedItem = z.object({
  type: z.literal('message'),
  channel: z.string(),
  created: z.int().describe('When it was pinned, in Unix seconds.'),
  created_by: z.string().describe('Who pinned it.'),
  message: messageObject.extend({ permalink: z.string() }),
})

type PinnedItem = z.input<typeof pinnedItem>

/** [PIN-4, ENV-12] A page of the pinned messages of a channel, as `reader` may read them. */
export async function toPinnedItems(
  db: Db,
  channel: Channel,
  reader: Caller,
  cursor: string | undefined,
): Promise<{ items: PinnedItem[]; next: string | undefined }> {
  const rest = afterCursor('pins', await listPins(db, channel), ({ ts }) => ts, cursor)
  const pins = await fitPins(db, channel, rest)
  const rows = await findShownMessages(
    db,
    channel,
    pins.map(({ ts }) => ts),
  )
  const messages = await toMessageObjects(db, channel, rows, { metadata: false, reader })
  const items = pins.flatMap((pin) => {
    const at = rows.findIndex(({ ts }) => ts === pin.ts)
    const [row, message] = [rows[at], messages[at]]
    return row && message ? [toPinnedItem(db, pin, row, message)] : []
  })
  const shown = fitOnPage(items)
  const isWhole = shown.length === items.length && pins.length === rest.length
  return { items: shown, next: isWhole ? undefined : shown.at(-1)?.message.ts }
}

export function toPinnedItem(
  db: Db,
  { channel_id: channel, user_id: created_by, pinned_at: at }: Pick<PinRow, 'channel_id' | 'user_id' | 'pinned_at'>,
  row: MessageRow,
  message: z.input<typeof messageObject>,
): PinnedItem {
  const created = Math.floor(at / 1000)
  return { type: 'message', channel, created, created_by, message: { ...message, permalink: permalinkOf(db, row) } }
}
