import type { ViewerChannel, ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import type { ranges } from '#composer/mentions/mentions.ts'
import { compareNames } from '#names/compareNames.ts'
import { t } from '#words/t.ts'

/** Everybody of a channel, or those of them who are active. */
export type Broadcast = { range: (typeof ranges)[number]; meaning: string }

/** Who can be mentioned: a person, an app, a group by its handle, or everybody. */
export type Mentionable = ViewerUser | ViewerUsergroup | Broadcast

export type MentionQuery = { start: number; text: string }

const broadcasts: readonly Broadcast[] = [
  { range: 'here', meaning: t('Everybody in this channel who is active') },
  { range: 'channel', meaning: t('Everybody in this channel') },
  { range: 'everyone', meaning: t('Everybody in the workspace') },
]

/** The mention being typed: the text from an `@` that begins a word up to the cursor. */
export function findMentionQuery(text: string, cursor: number): MentionQuery | undefined {
  const found = /(?:^|[\s([{])@([^\n@]{0,40})$/u.exec(text.slice(0, Math.max(0, cursor)))
  return found ? { start: cursor - (found[1] ?? '').length - 1, text: found[1] ?? '' } : undefined
}

/** The channel being typed: the text from a `#` that begins a word up to the cursor, once it has a letter. */
export function findChannelQuery(text: string, cursor: number): MentionQuery | undefined {
  const found = /(?:^|[\s([{])#([^\s#]{1,80})$/u.exec(text.slice(0, Math.max(0, cursor)))
  return found?.[1] === undefined ? undefined : { start: cursor - found[1].length - 1, text: found[1] }
}

/** The users that a query may mean, best matches first. */
export function findUsers(query: string, users: readonly ViewerUser[], maxUsers = 6): ViewerUser[] {
  const text = query.toLocaleLowerCase()
  const rank = (user: ViewerUser) => {
    const names = [user.label, user.name, user.real_name].map((name) => name.toLocaleLowerCase())
    if (names.some((name) => name.startsWith(text))) return 0
    return names.some((name) => name.includes(` ${text}`)) ? 1 : 2
  }
  return users
    .filter((user) => !user.deleted && rank(user) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.label, b.label))
    .slice(0, maxUsers)
}

/** The groups that a query may mean. */
export function findGroups(query: string, groups: readonly ViewerUsergroup[], maxGroups = 3): ViewerUsergroup[] {
  const text = query.toLocaleLowerCase()
  return groups
    .filter(
      ({ disabled, handle, name }) =>
        !disabled && [handle, name.toLocaleLowerCase()].some((known) => known.startsWith(text)),
    )
    .toSorted((a, b) => compareNames(a.handle, b.handle))
    .slice(0, maxGroups)
}

/** The ways to mention everybody that a query may mean, once it has a letter. */
export function findBroadcasts(query: string): Broadcast[] {
  return query === '' ? [] : broadcasts.filter(({ range }) => range.startsWith(query.toLowerCase()))
}

/** The channels that a query may mean, best matches first. */
export function findChannels(query: string, channels: readonly ViewerChannel[], maxChannels = 6): ViewerChannel[] {
  const text = query.toLocaleLowerCase()
  const rank = ({ name }: ViewerChannel) =>
    name.startsWith(text) ? 0 : name.includes(`-${text}`) || name.includes(`_${text}`) ? 1 : 2
  return channels
    .filter((channel) => !channel.archived && rank(channel) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name))
    .slice(0, maxChannels)
}

export function mentionLabel(mentioned: Mentionable): string {
  if ('range' in mentioned) return mentioned.range
  return 'handle' in mentioned ? mentioned.handle : mentioned.label
}

/** Who is meant, as mrkdwn writes it between angle brackets: `@U1`, `!subteam^S1`, `!here`. */
export function mentionId(mentioned: Mentionable): string {
  if ('range' in mentioned) return `!${mentioned.range}`
  return 'handle' in mentioned ? `!subteam^${mentioned.id}` : `@${mentioned.id}`
}
