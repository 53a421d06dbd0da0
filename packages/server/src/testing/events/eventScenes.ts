import { parse } from 'yaml'
import type { SentEvent } from '#domain/apps/sentEvents'
import { openAppHome } from '#domain/apps/home/open'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { createChannel } from '#domain/channels/create'
import { hashToken } from '#domain/ids'
import { stopStream } from '#domain/people/stopStream'
import { rename as renameSession } from '#methods/agents/sessions/rename'
import { revoke } from '#methods/auth/revoke'
import { remove as deleteMessage } from '#methods/chat/delete'
import { startStream } from '#methods/chat/startStream'
import { remove as deleteFile } from '#methods/files/delete'
import { add as addPin } from '#methods/pins/add'
import { remove as removePin } from '#methods/pins/remove'
import {
  changeChannel,
  changeGroup,
  changeMetadata,
  changeOwnProfile,
  joinAndLeave,
  makeChannel,
  openAndClose,
  react,
  removeScout,
  type Scene,
  uninstallScout,
} from '#testing/events/eventActs'
import { startDouble } from '#testing/apps/functions'
import { shareFile } from '#testing/apps/uploads'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'

/** Scopes with which the app does what its own events tell of. None of them lets it receive an event. */
export const actingScopes = [
  'chat:write',
  'pins:write',
  'files:write',
  'usergroups:write',
  'channels:manage',
  'im:write',
]

const [dm, root, help] = ['D0ANASCOUT', '1767225600.000100', 'C0HELP']
const pin = { channel: help, timestamp: root }

/** Lets each event happen, as people and apps let it happen. */
export const eventScenes: Record<SentEvent, (scene: Scene) => Promise<unknown>> = {
  agent_session_stopped: async ({ call, as }) => {
    const { ts = '' } = await call(startStream, { channel: dm, thread_ts: root, markdown_text: 'Let me see' })
    await as('U0ANA', (tx, ana) => stopStream(tx, ana, dm, ts))
  },
  agent_session_title_changed: async ({ call }) => {
    await call(startStream, { channel: dm, thread_ts: root })
    for (const title of ['Launch', 'Launch on Thursday'])
      await call(renameSession, { channel_id: dm, thread_ts: root, title })
  },
  app_context_changed: ({ as }) =>
    as('U0ANA', (tx, ana) => setViewedChannel(tx, ana, { channelId: dm, viewedChannel: help })),
  app_home_opened: ({ as }) => as('U0ANA', (tx, ana) => openAppHome(tx, ana, { channelId: dm, tab: 'home' })),
  app_mention: ({ sendAsAna }) => sendAsAna(help, '<@U0SCOUT> what is open?'),
  app_uninstalled: uninstallScout,
  assistant_thread_context_changed: async ({ as }) => {
    await as('U0ANA', (tx, ana) => startAssistantThread(tx, ana, dm, help))
    await as('U0ANA', (tx, ana) => setViewedChannel(tx, ana, { channelId: dm, viewedChannel: 'C0GENERAL' }))
  },
  assistant_thread_started: ({ as }) => as('U0ANA', (tx, ana) => startAssistantThread(tx, ana, dm, help)),
  channel_archive: (scene) => changeChannel(scene, false),
  channel_created: ({ as }) => as('U0ANA', (tx, ana) => createChannel(tx, ana, 'plans', false)),
  channel_left: (scene) => removeScout(scene, false),
  channel_rename: (scene) => changeChannel(scene, false),
  channel_unarchive: (scene) => changeChannel(scene, false),
  file_created: (scene) => shareFile(scene, help),
  file_deleted: async (scene) => scene.call(deleteFile, { file: (await shareFile(scene, help)).id }),
  file_shared: (scene) => shareFile(scene, help),
  file_unshared: async (scene) => {
    await shareFile(scene, help, 'C0GENERAL')
    const shares = await scene.store.db.selectFrom('file_shares').select(['channel_id', 'ts']).execute()
    const ts = shares.find(({ channel_id: of }) => of === 'C0GENERAL')?.ts
    await scene.call(deleteMessage, { channel: 'C0GENERAL', ts })
  },
  function_executed: (scene) => startDouble(scene),
  group_archive: (scene) => changeChannel(scene, true),
  group_close: (scene) => openAndClose(scene, ['U0BEN', 'U0SCOUT']),
  group_left: (scene) => removeScout(scene, true),
  group_open: (scene) => openAndClose(scene, ['U0BEN', 'U0SCOUT']),
  group_rename: (scene) => changeChannel(scene, true),
  group_unarchive: (scene) => changeChannel(scene, true),
  im_close: (scene) => openAndClose(scene, ['U0SCOUT'], 'U0BEN'),
  im_created: (scene) => openAndClose(scene, ['U0SCOUT'], 'U0BEN'),
  im_open: (scene) => openAndClose(scene, ['U0SCOUT'], 'U0BEN'),
  link_shared: ({ sendAsAna }) => sendAsAna(help, 'See https://tickets.example.com/7'),
  member_joined_channel: joinAndLeave,
  member_left_channel: joinAndLeave,
  'message.channels': ({ sendAsAna }) => sendAsAna(help, 'Is **everything** in?'),
  'message.groups': async (scene) => scene.sendAsAna(await makeChannel(scene, true), 'Is **everything** in?'),
  'message.im': ({ sendAsAna }) => sendAsAna(dm, 'Is **everything** in?', root),
  'message.mpim': async (scene) =>
    scene.sendAsAna(await openAndClose(scene, ['U0BEN', 'U0SCOUT']), 'Is **everything** in?'),
  message_metadata_deleted: changeMetadata,
  message_metadata_posted: changeMetadata,
  message_metadata_updated: changeMetadata,
  pin_added: ({ call }) => call(addPin, pin),
  pin_removed: async ({ call }) => {
    await call(addPin, pin)
    await call(removePin, pin)
  },
  reaction_added: react,
  reaction_removed: react,
  subteam_created: changeGroup,
  subteam_members_changed: changeGroup,
  subteam_updated: changeGroup,
  team_join: async ({ store, file }) => {
    const more = parse(file)
    more.teams[0].users.push({ id: 'U0NEW', name: 'new', real_name: 'New Person' })
    const tools = { hashToken, hashPassword: () => 'none' }
    await store.write((tx) => loadWorkspace(tx, parseWorkspace(JSON.stringify(more), 'test.yaml'), tools))
  },
  tokens_revoked: ({ call }) => call(revoke, {}),
  user_change: (scene) => changeOwnProfile(scene, { title: 'Cook' }),
  user_profile_changed: (scene) => changeOwnProfile(scene, { title: 'Cook' }),
  user_status_changed: (scene) => changeOwnProfile(scene, { status_text: 'Lunch', status_emoji: ':bread:' }),
}
