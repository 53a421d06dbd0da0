import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import type { Workspace } from '#store/workspace/workspace.ts'

/** The users and channels that the samples mention and that selects list. */
export const sampleWorkspace: Pick<Workspace, 'you' | 'users' | 'channels'> = {
  you: 'U1',
  users: { U1: person('U1', 'Ana'), U2: person('U2', 'Ben') },
  channels: { C1: channel('C1', 'general'), C2: channel('C2', 'boats') },
}

function person(id: string, label: string): ViewerUser {
  return { id, name: label.toLowerCase(), real_name: label, label, tz: 'UTC', locale: 'en-US', deleted: false }
}

function channel(id: string, name: string): ViewerChannel {
  return {
    id,
    name,
    kind: 'public',
    topic: '',
    archived: false,
    general: false,
    member: true,
    posting: 'everyone',
    threads: true,
    members: ['U1', 'U2'],
    latest: null,
    last_read: null,
    closed_at: null,
    unread: [],
    mentions: [],
  }
}
