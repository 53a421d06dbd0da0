export interface EventDeclaration {
  /** When it is sent, as a sentence. */
  when: string
  /** Who gets it: apps in the channel, every app of the team, or the one that it is about. */
  to: 'members' | 'team' | 'app'
  /** Scopes of which the app needs one; none if it needs no scope. */
  scopes: readonly string[]
  /** The rule that describes it. */
  rule: string
}

const declare = (to: EventDeclaration['to'], rule: string, scopes: readonly string[], when: string) =>
  ({ when, to, scopes, rule }) satisfies EventDeclaration

/** Every event that a manifest can subscribe to and that this server sends. */
export const eventDeclarations = {
  agent_session_stopped: declare('app', 'STR-6', [], 'A person pressed Stop on a stream of the app or on its work.'),
  agent_session_title_changed: declare('app', 'EVT-10', [], 'A thread that the app takes part in got another title.'),
  app_context_changed: declare(
    'app',
    'EVT-10',
    [],
    'A person looks at another channel beside the agent, in no thread.',
  ),
  app_home_opened: declare('app', 'EVT-10', [], 'A person opened the direct message with the app, or its Home tab.'),
  app_mention: declare('app', 'EVT-1', ['app_mentions:read'], 'A message mentions the bot user of the app.'),
  app_uninstalled: declare('app', 'EVT-11', [], 'The app was uninstalled from a team.'),
  assistant_thread_context_changed: declare('app', 'EVT-10', [], 'A person looks at another channel beside a thread.'),
  assistant_thread_started: declare('app', 'EVT-10', [], 'A person began a thread with the assistant.'),
  channel_archive: declare('team', 'EVT-11', ['channels:read'], 'A public channel was archived.'),
  channel_created: declare('team', 'EVT-11', ['channels:read'], 'A public channel was created.'),
  channel_left: declare('app', 'EVT-31', ['channels:read'], 'The app left a public channel, or was removed from it.'),
  channel_rename: declare('team', 'EVT-11', ['channels:read'], 'A public channel was renamed.'),
  channel_unarchive: declare('team', 'EVT-11', ['channels:read'], 'A public channel is no longer archived.'),
  file_created: declare('members', 'FIL-8', ['files:read'], 'A file was uploaded into a channel.'),
  file_deleted: declare('members', 'FIL-8', ['files:read'], 'A file was deleted that the app knew of.'),
  file_shared: declare('members', 'EVT-16', ['files:read'], 'A message shares a file; once for each file.'),
  file_unshared: declare('members', 'FIL-8', ['files:read'], 'A file is no longer shared in a channel.'),
  function_executed: declare('app', 'FUN-1', [], 'A function of the app was started.'),
  group_archive: declare('members', 'EVT-11', ['groups:read'], 'A private channel was archived.'),
  group_close: declare('members', 'ROM-12', ['groups:read'], 'A person closed a group direct message.'),
  group_left: declare('app', 'EVT-31', ['groups:read'], 'The app left a private channel, or was removed from it.'),
  group_open: declare('members', 'ROM-12', ['groups:read'], 'A person opened a group direct message.'),
  group_rename: declare('members', 'EVT-11', ['groups:read'], 'A private channel was renamed.'),
  group_unarchive: declare('members', 'EVT-11', ['groups:read'], 'A private channel is no longer archived.'),
  im_close: declare('members', 'ROM-12', ['im:read'], 'A person closed the direct message with the app.'),
  im_created: declare('members', 'ROM-12', ['im:read'], 'A direct message with the app was created.'),
  im_open: declare('members', 'ROM-12', ['im:read'], 'A person opened the direct message with the app.'),
  link_shared: declare('app', 'UNF-1', ['links:read'], 'A message has a link to one of the app’s `unfurl_domains`.'),
  member_joined_channel: declare('members', 'EVT-1', ['channels:read', 'groups:read'], 'Somebody joined a channel.'),
  member_left_channel: declare('members', 'EVT-1', ['channels:read', 'groups:read'], 'Somebody left a channel.'),
  'message.channels': declare(
    'members',
    'EVT-3',
    ['channels:history'],
    'A message in a public channel is new or changed.',
  ),
  'message.groups': declare(
    'members',
    'EVT-3',
    ['groups:history'],
    'A message in a private channel is new or changed.',
  ),
  'message.im': declare(
    'members',
    'EVT-3',
    ['im:history'],
    'A message in the direct message with the app is new or changed.',
  ),
  'message.mpim': declare(
    'members',
    'EVT-3',
    ['mpim:history'],
    'A message in a group direct message is new or changed.',
  ),
  message_metadata_deleted: declare('members', 'EVT-30', ['metadata.message:read'], 'A message lost its metadata.'),
  message_metadata_posted: declare('members', 'EVT-30', ['metadata.message:read'], 'A message got metadata.'),
  message_metadata_updated: declare(
    'members',
    'EVT-30',
    ['metadata.message:read'],
    'The metadata of a message changed.',
  ),
  pin_added: declare('members', 'PIN-5', ['pins:read'], 'A message was pinned.'),
  pin_removed: declare('members', 'PIN-5', ['pins:read'], 'A message is no longer pinned.'),
  reaction_added: declare('members', 'EVT-1', ['reactions:read'], 'Somebody added an emoji to a message.'),
  reaction_removed: declare('members', 'EVT-1', ['reactions:read'], 'Somebody took an emoji away again.'),
  subteam_created: declare('team', 'GRP-6', ['usergroups:read'], 'A user group was created.'),
  subteam_members_changed: declare('team', 'GRP-6', ['usergroups:read'], 'A user group has other members.'),
  subteam_updated: declare('team', 'GRP-6', ['usergroups:read'], 'A user group changed.'),
  team_join: declare('team', 'USR-8', ['users:read'], 'A person is new in the team.'),
  tokens_revoked: declare('app', 'EVT-11', [], 'Tokens of the app were revoked.'),
  user_change: declare('team', 'USR-8', ['users:read'], 'The profile or the status of a person changed.'),
  user_profile_changed: declare('team', 'USR-8', ['users:read'], 'The profile of a person changed.'),
  user_status_changed: declare('team', 'USR-8', ['users:read'], 'The status of a person changed.'),
} as const satisfies Record<string, EventDeclaration>

/** The name of such an event, as manifests have it. */
export type SentEvent = keyof typeof eventDeclarations

/** The names of all of them. */
export const sentEvents: readonly string[] = Object.keys(eventDeclarations)

/** Whether this server ever sends an event of this name. */
export function isSentEvent(name: string): boolean {
  return sentEvents.includes(name)
}
