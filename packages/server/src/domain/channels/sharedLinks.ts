import type { Db } from '#store/db'
import type { Channel } from './find.ts'
import { findTeam } from '#domain/access/teams'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'

/** The first part of a link's path, and the policy that may forbid it. */
const rules: readonly ['canvas' | 'files' | 'lists', 'canvas' | 'file_link' | 'lists'][] = [
  ['canvas', 'canvas'],
  ['files', 'file_link'],
  ['lists', 'lists'],
]

/**
 * [PLA-5, ORD 17] Refuses links to a canvas, file or list of this service in a channel that several teams share, if one of
 * the teams forbids them. `content` is everything the call contains.
 */
export async function checkSharedLinks(db: Db, channel: Channel, content: unknown): Promise<void> {
  if (channel.shared_with.length === 0 || content === undefined) return
  const linked = new RegExp(`${RegExp.escape(db.cache.publicUrl)}/(canvas|files|lists)/[A-Za-z0-9]`, 'g')
  const kinds = new Set([...JSON.stringify(content).matchAll(linked)].map((match) => match[1]))
  if (kinds.size === 0) return
  const { service } = await getSettings(db)
  for (const teamId of [channel.team_id, ...channel.shared_with]) {
    const connect = (await findTeam(db, teamId))?.policies.connect ?? {}
    for (const [kind, rule] of rules) {
      if (!kinds.has(kind) || connect[rule] !== false) continue
      throw new Refusal(
        `${service.wireName}_connect_${rule}_sharing_blocked`,
        `The team ${teamId} shares ${channel.id} and does not allow links to ${kind} of this service in it.`,
      )
    }
  }
}
