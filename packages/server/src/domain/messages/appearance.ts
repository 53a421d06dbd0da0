/** How an app wants to look in one message or status. */
export interface Appearance {
  username: string | undefined
  iconEmoji: string | undefined
  iconUrl: string | undefined
}
