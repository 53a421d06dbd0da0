import type { Db } from '#store/db'
import type { Channel } from './find.ts'
import { teamOf } from '#domain/access/grants'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'

/** The first part of a link's path, and the rule that may forbid it. */
const rules: readonly ['canvas' | 'files' | 'lists', 'canvas' | 'file_link' | 'lists'][] = [
  ['canvas', 'canvas'],
  ['files', 'file_link'],
  ['lists', 'lists'],
]

/**
 * [PLA, ORD 17] In a channel that several teams share, content may not link to a canvas, file or list of
 * this service where one of the teams says no. `content` is all that was given.
 */
export async function checkSharing(db: Db, channel: Channel, content: unknown): Promise<void> {
  if (channel.shared_with.length === 0 || content === undefined) return
  const linked = new RegExp(`${RegExp.escape(db.memory.publicUrl)}/(canvas|files|lists)/[A-Za-z0-9]`, 'g')
  const kinds = new Set([...JSON.stringify(content).matchAll(linked)].map((match) => match[1]))
  if (kinds.size === 0) return
  const { service } = await settingsOf(db)
  for (const teamId of [channel.team_id, ...channel.shared_with]) {
    const connect = (await teamOf(db, teamId))?.policies.connect ?? {}
    for (const [kind, rule] of rules) {
      if (!kinds.has(kind) || connect[rule] !== false) continue
      throw new Refusal(
        `${service.wireName}_connect_${rule}_sharing_blocked`,
        `The team ${teamId} shares ${channel.id} and does not allow links to ${kind} of this service in it.`,
      )
    }
  }
}
