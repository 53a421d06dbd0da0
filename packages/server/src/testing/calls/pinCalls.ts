import { add as addBookmark } from '#methods/bookmarks/add'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { add as addPin } from '#methods/pins/add'
import { add as addReaction } from '#methods/reactions/add'
import { type CallContext, postAppMessage } from './callContext.ts'

/** The arguments of valid calls about pins, bookmarks, reactions that are removed, and scheduled messages. */
export const pinCalls = {
  'bookmarks.add': ({ text }: CallContext) => ({ type: 'link', title: text, link: 'https://example.com/' }),
  'bookmarks.edit': async (context: CallContext) => ({ bookmark_id: await bookmark(context) }),
  'bookmarks.remove': async (context: CallContext) => ({ bookmark_id: await bookmark(context) }),
  'chat.deleteScheduledMessage': async (context: CallContext) => ({ scheduled_message_id: await schedule(context) }),
  'chat.scheduleMessage': ({ text, store }: CallContext) => ({ text, post_at: inAnHour(store.db.clock.now()) }),
  'pins.add': async (context: CallContext) => ({ channel: context.channel, timestamp: await postAppMessage(context) }),
  'pins.remove': async (context: CallContext) => {
    const pin = { channel: context.channel, timestamp: await postAppMessage(context) }
    await context.call(addPin, pin, { token: context.botToken })
    return pin
  },
  'reactions.remove': async (context: CallContext) => {
    const reaction = { channel: context.channel, timestamp: await postAppMessage(context), name: 'eyes' }
    await context.call(addReaction, reaction, { token: context.botToken })
    return reaction
  },
}

async function bookmark({ call, channel, text, botToken }: CallContext): Promise<string> {
  const args = { channel_id: channel, type: 'link', title: text, link: 'https://example.com/' }
  return (await call(addBookmark, args, { token: botToken })).bookmark?.id ?? ''
}

async function schedule({ call, channel, text, botToken, store }: CallContext): Promise<string> {
  const args = { channel, text, post_at: inAnHour(store.db.clock.now()) }
  return (await call(scheduleMessage, args, { token: botToken })).scheduled_message_id ?? ''
}

/** In Unix seconds. */
function inAnHour(now: number): number {
  return Math.floor(now / 1000) + 3600
}
