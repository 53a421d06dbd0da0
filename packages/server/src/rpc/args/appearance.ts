import { maxLength } from '#domain/lengths'
import { textUpTo } from './values.ts'

/** How the author is shown. Empty values count as none. */
export const appearance = {
  username: textUpTo(maxLength.username)
    .optional()
    .describe('A name to show instead of the app’s. Needs `chat:write.customize`.'),
  icon_emoji: textUpTo(maxLength.iconEmoji)
    .optional()
    .describe('An emoji as icon, `:name:`. Wins over `icon_url`. Needs `chat:write.customize`.'),
  icon_url: textUpTo(maxLength.iconUrl)
    .optional()
    .describe('The address of an image as icon. Needs `chat:write.customize`.'),
}

export function appearanceFrom(args: {
  username?: string | undefined
  icon_emoji?: string | undefined
  icon_url?: string | undefined
}) {
  return {
    username: args.username || undefined,
    iconEmoji: args.icon_emoji || undefined,
    iconUrl: args.icon_url || undefined,
  }
}
