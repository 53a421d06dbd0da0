import type { Selectable } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** A row of the channel C1 in T1. */
export function channelRow(given: Partial<Selectable<Tables['channels']>> = {}): Selectable<Tables['channels']> {
  return {
    team_id: 'T1',
    id: 'C1',
    name: 'general',
    kind: 'public',
    general: false,
    archived: false,
    deleted: false,
    purpose: '',
    purpose_by: null,
    purpose_at: null,
    topic: 'Talk',
    topic_by: null,
    topic_at: null,
    posting: 'everyone',
    threads: true,
    suspended: false,
    blocked_apps: [],
    shared_with: ['T2'],
    creator: null,
    created_at: 1_767_225_600_000,
    last_ts: 0,
    ...given,
  }
}

/** A row of a message of U1 in C1. */
export function messageRow(given: Partial<Selectable<Tables['messages']>> = {}): Selectable<Tables['messages']> {
  return {
    team_id: 'T1',
    channel_id: 'C1',
    ts: '1767225600.000100',
    thread_ts: null,
    user_id: 'U1',
    app_id: null,
    bot_id: null,
    text: 'Hi',
    blocks: [{ type: 'divider', block_id: 'b' }],
    attachments: null,
    markdown: null,
    metadata: null,
    files: null,
    client_msg_id: null,
    username: null,
    icon_emoji: null,
    icon_url: null,
    streaming_state: null,
    subtype: null,
    notice: null,
    locked: false,
    deleted: false,
    edited_at: null,
    created_at: 1_767_225_600_000,
    ...given,
  }
}
