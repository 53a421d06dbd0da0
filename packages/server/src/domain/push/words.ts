import { type PlainTextNames, plainTextFromAttachments, plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannels, isBetweenFixedMembers, isVisibleTo } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { listUsergroups } from '#domain/people/usergroups/find'
import { displayNameOf, listUsersById } from '#domain/people/users'
import type { Db } from '#store/db'
import type { News } from './concerns.ts'

/** How many characters of a message are in a notification. */
const maxLength = 200
/** How many names are looked up. Each takes a character at least, so that there is no room for more. */
const maxNames = 2 * maxLength

/** [NTF-6] Names and words of a notification, as a page writes them. Nothing in them is about what the person may not see. */
export async function describeNews(
  db: Db,
  { person, channel, message, reminds }: News,
): Promise<{ title: string; body: string }> {
  const wanted = new Set<string>([message.user_id, ...(isBetweenFixedMembers(channel) ? channel.members : [])])
  // Drawn twice: the first time says which names are needed.
  wordsOf(message, { user: keep, channel: keep, usergroup: keep })
  const names = await findNames(db, person, [...wanted])
  const author = message.username ?? names.user(message.user_id)
  const words = wordsOf(message, names) || (message.files?.length ? 'Shared a file' : '')
  return {
    title: (reminds ? 'Reminder: ' : '') + author + placeOf(channel, person, names),
    body: [...words].slice(0, maxLength).join('').toWellFormed(),
  }

  function keep(id: string): string {
    if (wanted.size < maxNames) wanted.add(id)
    return id
  }
}

function wordsOf({ blocks, text, attachments }: MessageRow, names: PlainTextNames): string {
  return (
    (blocks.length > 0 && plainTextFromBlocks(blocks, names)) ||
    text ||
    plainTextFromAttachments(attachments ?? [], names)
  )
}

function placeOf(channel: Channel, person: Caller, names: PlainTextNames): string {
  if (channel.kind === 'im') return ''
  if (channel.kind !== 'mpim') return ` in #${channel.name}`
  const others = [...channel.members].filter((id) => id !== person.userId)
  return ` in ${others.map(names.user).join(', ')}`
}

/** The names that the person sees; what they cannot see stays an id. */
async function findNames(db: Db, person: Caller, ids: readonly string[]): Promise<PlainTextNames> {
  const { teamId } = person
  const users = new Map((await listUsersById(db, teamId, ids)).map((user) => [user.id, displayNameOf(user)]))
  const found = (await findChannels(db, teamId, ids)).filter((channel) => isVisibleTo(channel, person))
  const channels = new Map(found.map(({ id, name }) => [id, name]))
  const groups = new Map((await listUsergroups(db, teamId)).map(({ id, handle }) => [id, handle]))
  return {
    user: (id) => users.get(id) ?? id,
    channel: (id) => channels.get(id) ?? id,
    usergroup: (id) => groups.get(id) ?? id,
  }
}
