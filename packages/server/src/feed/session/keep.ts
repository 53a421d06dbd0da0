import type { Caller } from '#domain/access/caller'
import { addBookmark, editBookmark, removeBookmark } from '#domain/bookmarks/bookmarks'
import { findReachableChannel } from '#domain/channels/access'
import { scheduleForPerson } from '#domain/people/messages/schedule'
import { addPin, removePin } from '#domain/pins/pins'
import { dropScheduled, findOwnScheduled } from '#domain/scheduled/own'
import { reschedule } from '#domain/scheduled/schedule'
import { sendScheduled } from '#domain/scheduled/sendDue'
import type { Tx } from '#store/db'
import type { KeptFrame } from '#feed/protocol/clientFrames'

/** Keeps something in a channel or for later, by the same rules as for apps. Returns the ts of the message it is about. */
export async function keep(tx: Tx, person: Caller, frame: Exclude<KeptFrame, { type: 'pins' }>): Promise<string> {
  switch (frame.type) {
    case 'pin':
    case 'unpin': {
      const { channel } = await findReachableChannel(tx, person, frame.channel)
      await (frame.type === 'pin' ? addPin : removePin)(tx, person, { channel, ts: frame.ts })
      return frame.ts
    }
    case 'bookmark': {
      const { channel } = await findReachableChannel(tx, person, frame.channel)
      const { bookmark: id, title, link, emoji } = frame
      if (id === undefined) await addBookmark(tx, person, channel, { title, link, emoji })
      else await editBookmark(tx, person, channel, { id, title, link, emoji })
      return ''
    }
    case 'unbookmark': {
      const { channel } = await findReachableChannel(tx, person, frame.channel)
      await removeBookmark(tx, person, channel, frame.bookmark)
      return ''
    }
    case 'schedule': {
      const { channel, text, blocks, thread_ts: threadTs, broadcast = false, post_at: postAt } = frame
      await scheduleForPerson(tx, person, { channelId: channel, text, blocks, threadTs, broadcast, postAt })
      return ''
    }
    case 'reschedule':
      await reschedule(tx, person, await findOwnScheduled(tx, person, frame.scheduled), frame.post_at)
      return ''
    case 'send_scheduled': {
      const row = await findOwnScheduled(tx, person, frame.scheduled)
      await dropScheduled(tx, row)
      return sendScheduled(tx, row)
    }
    case 'unschedule':
      await dropScheduled(tx, await findOwnScheduled(tx, person, frame.scheduled))
      return ''
  }
}
