import type { PlainTextNames } from '@rivulet/blocks/plainText'
import { channelName } from '#store/client/channelName.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

export type MentionNames = Pick<Workspace, 'users' | 'channels' | 'usergroups'>

/** Looks up the names that replace ids of users, channels and user groups in plain text. */
export function toMentionNames({ users, channels, usergroups }: MentionNames): PlainTextNames {
  return {
    user: (id) => users[id]?.label ?? id,
    channel: (id) => channelName(channels, id) ?? id,
    usergroup: (id) => usergroups[id]?.handle ?? id,
  }
}
