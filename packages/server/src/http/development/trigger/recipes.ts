import type { SentEvent } from '#domain/apps/sentEvents'
import { archives, createsChannel, joins, opensDirect, removesApp, renames } from './channels.ts'
import { deletes, edits, mentions, pins, reacts, setsMetadata, sharesFile, sharesLink, writes } from './messages.ts'
import * as people from './people.ts'
import type { Stage } from './stage.ts'

/** How an event is made to happen. */
export interface Recipe {
  /** What happens, for the list. */
  does: string
  /** The event that apps subscribe to. */
  event: string
  play: (stage: Stage) => Promise<unknown>
  /** It takes something away for good, so it wants the app to be named. */
  isDrastic?: true
}

type Play = Recipe['play']

const recipe = (does: string, play: Play, more: Partial<Recipe> = {}) => ({ does, play, ...more })

/** By the event that an app subscribes to. */
const ofEvents: Record<SentEvent, Omit<Recipe, 'event'>> = {
  agent_session_stopped: recipe('A person stops a reply of the app.', people.stopsStream),
  agent_session_title_changed: recipe('The app renames a conversation.', people.renamesSession),
  app_context_changed: recipe('A person looks at a channel beside the app.', people.looksAt),
  app_home_opened: recipe('A person opens the home of the app.', people.opensHome),
  app_mention: recipe('A person mentions the app.', mentions),
  app_uninstalled: recipe('The app is uninstalled.', people.uninstalls, { isDrastic: true }),
  assistant_thread_context_changed: recipe('A person looks at a channel beside the assistant.', (stage) =>
    people.startsThread(stage, true),
  ),
  assistant_thread_started: recipe('A person begins a conversation with the assistant.', (stage) =>
    people.startsThread(stage, false),
  ),
  channel_archive: recipe('A person archives a new channel.', (stage) => archives(stage, false, false)),
  channel_created: recipe('A person creates a channel.', createsChannel),
  channel_left: recipe('A person takes the app out of a new channel.', (stage) => removesApp(stage, false)),
  channel_rename: recipe('A person renames a new channel.', (stage) => renames(stage, false)),
  channel_unarchive: recipe('A person takes an archived channel back.', (stage) => archives(stage, false, true)),
  file_created: recipe('A person shares a file.', (stage) => sharesFile(stage)),
  file_deleted: recipe('A person deletes a file.', (stage) => sharesFile(stage, 'deletes')),
  file_shared: recipe('A person shares a file.', (stage) => sharesFile(stage)),
  file_unshared: recipe('A person deletes a message with a file.', (stage) => sharesFile(stage, 'unshares')),
  function_executed: recipe('A workflow runs a function of the app.', people.runsFunction),
  group_archive: recipe('A person archives a new private channel.', (stage) => archives(stage, true, false)),
  group_close: recipe('A person closes a direct message of three.', (stage) => opensDirect(stage, true, true)),
  group_left: recipe('A person takes the app out of a new private channel.', (stage) => removesApp(stage, true)),
  group_open: recipe('A person opens a direct message of three.', (stage) => opensDirect(stage, true, false)),
  group_rename: recipe('A person renames a new private channel.', (stage) => renames(stage, true)),
  group_unarchive: recipe('A person takes an archived private channel back.', (stage) => archives(stage, true, true)),
  im_close: recipe('A person closes the direct message with the app.', (stage) => opensDirect(stage, false, true)),
  im_created: recipe('A new person opens a direct message with the app.', people.writesFirst),
  im_open: recipe('A person opens the direct message with the app.', (stage) => opensDirect(stage, false, false)),
  link_shared: recipe('A person writes a link of the app.', sharesLink),
  member_joined_channel: recipe('Somebody joins a channel of the app.', (stage) => joins(stage, false)),
  member_left_channel: recipe('Somebody leaves a channel of the app.', (stage) => joins(stage, true)),
  'message.channels': recipe('A person writes in a public channel.', writes.channels),
  'message.groups': recipe('A person writes in a private channel.', writes.groups),
  'message.im': recipe('A person writes to the app.', writes.im),
  'message.mpim': recipe('A person writes in a direct message of three.', writes.mpim),
  message_metadata_deleted: recipe('The app takes metadata away.', (stage) => setsMetadata(stage, 'takes away')),
  message_metadata_posted: recipe('The app posts a message with metadata.', (stage) => setsMetadata(stage)),
  message_metadata_updated: recipe('The app changes metadata.', (stage) => setsMetadata(stage, 'changes')),
  pin_added: recipe('A person pins a message.', (stage) => pins(stage, false)),
  pin_removed: recipe('A person takes a pin out.', (stage) => pins(stage, true)),
  reaction_added: recipe('A person reacts to a message.', (stage) => reacts(stage, false)),
  reaction_removed: recipe('A person takes a reaction away.', (stage) => reacts(stage, true)),
  subteam_created: recipe('A person creates a group.', (stage) => people.changesGroup(stage)),
  subteam_members_changed: recipe('A person joins a group.', (stage) => people.changesGroup(stage, 'members')),
  subteam_updated: recipe('A person describes a group.', (stage) => people.changesGroup(stage, 'name')),
  team_join: recipe('A person joins the team.', people.joinsTeam),
  tokens_revoked: recipe('A second token of the app is revoked.', people.revokesToken),
  user_change: recipe('A person changes their title.', people.changesTitle),
  user_profile_changed: recipe('A person changes their title.', people.changesTitle),
  user_status_changed: recipe('A person sets a status.', people.setsStatus),
}

/** What people look for by the subtype of its message. */
const others: Record<string, Recipe> = {
  message_changed: { ...recipe('A person changes a message.', edits), event: 'message.channels' },
  message_deleted: { ...recipe('A person deletes a message.', deletes), event: 'message.channels' },
}

/** Everything that can be triggered, by name. */
export const recipes: ReadonlyMap<string, Recipe> = new Map(
  [
    ...Object.entries(ofEvents).map(([event, found]): [string, Recipe] => [event, { ...found, event }]),
    ...Object.entries(others),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
)
