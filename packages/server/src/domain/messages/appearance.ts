import type { MessageRow } from './find.ts'

/** How an app wants to look in one message or status. */
export interface Appearance {
  username: string | undefined
  iconEmoji: string | undefined
  iconUrl: string | undefined
}

type AuthorRow = Pick<MessageRow, 'user_id' | 'app_id' | 'bot_id' | 'username' | 'icon_emoji' | 'icon_url'>

/** Whom a message is by, as pages show it. A person who posts through an app posts as themselves. */
export function authorFieldsOf({ user_id: user, app_id, bot_id, username, icon_emoji, icon_url }: AuthorRow) {
  return {
    user,
    ...(app_id && bot_id ? { app_id } : {}),
    ...(username ? { username } : {}),
    ...(icon_emoji ? { icon_emoji } : {}),
    ...(icon_url ? { icon_url } : {}),
  }
}
