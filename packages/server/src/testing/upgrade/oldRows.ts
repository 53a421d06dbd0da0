import { old, oldPeople } from './oldPeople.ts'

const { team: team_id, channel: channel_id } = old
const inChannel = { team_id, channel_id }
const began = 1_767_225_600_000
/**
 * Rows of a server that has been in use, by table, with the columns of all versions. A database of one version takes the
 * tables and columns that it has. A table that keeps what people wrote needs rows here.
 */
export function oldRows(now: number): Record<string, Record<string, unknown>[]> {
  return {
    ...oldPeople(),
    meta: [{ key: 'epoch', value: 'old' }],
    channels: [
      {
        team_id,
        id: channel_id,
        name: 'old-help',
        kind: 'public',
        general: false,
        archived: false,
        deleted: false,
        topic: 'Printers',
        posting: 'everyone',
        threads: true,
        suspended: false,
        blocked_apps: '[]',
        shared_with: '[]',
        created_at: began,
        last_ts: 1_767_225_605_000_100,
        topic_by: 'U0OLD',
        topic_at: began,
        purpose: 'Paper and ink',
        purpose_by: 'U0OLD',
        purpose_at: began,
      },
    ],
    members: ['U0OLD', 'U0SCOUT'].map((user_id) => ({ ...inChannel, user_id, joined_at: began, last_read: old.root })),
    messages: [
      { ...message(old.root, 'The printer is on fire'), ...attached, files: '["F0OLD"]' },
      { ...message(old.reply, 'Have you tried water?'), thread_ts: old.root },
      {
        ...streamed(old.finished),
        text: 'All is well',
        blocks: textBlocks('All is well'),
        markdown: 'All is **well**',
      },
      { ...streamed(old.open), streaming_state: 'in_progress' },
      { ...message(old.edited, 'Edited'), edited_at: began + 9000 },
      { ...message(old.deleted, ''), deleted: true },
    ],
    streams: [
      { ...stream(old.finished), started_at: began, ended_at: began + 1, ended_by: 'app' },
      { ...stream(old.open), started_at: now },
    ],
    log: [
      { ...delta(now), seq: 1, n: 1, total: 4, body: '[{"type":"markdown_text","text":"Half"}]' },
      { ...delta(now), seq: 2, n: 2, total: 7, body: '[{"type":"markdown_text","text":" an"}]' },
    ],
    team_log: [{ team_id, last: 2, changed: 0 }],
    reactions: [{ ...inChannel, ts: old.root, name: 'fire', user_id: 'U0OLD', n: 1 }],
    threads: [{ ...inChannel, thread_ts: old.root, title: 'The fire' }],
    files: [
      {
        team_id,
        id: 'F0OLD',
        user_id: 'U0OLD',
        name: 'fire.png',
        title: 'The fire',
        alt_text: '',
        size: 4,
        state: 'ready',
        blob: 'old-blob',
        created_at: began,
      },
    ],
    file_shares: [{ team_id, file_id: 'F0OLD', channel_id, ts: old.root }],
    pins: [{ ...inChannel, ts: old.root, user_id: 'U0OLD', n: 1, pinned_at: began }],
    bookmarks: [
      {
        ...inChannel,
        id: 'Bk0OLD',
        title: 'Manual',
        link: 'https://example.org/',
        emoji: '',
        rank: 'a',
        created_at: began,
        updated_at: began,
        updated_by: 'U0OLD',
      },
    ],
  }
}

const attached = {
  attachments: JSON.stringify([{ id: 1, fallback: 'Smoke', text: 'Smoke everywhere' }]),
  metadata: null,
}

function textBlocks(text: string): string {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] }
  return JSON.stringify(text ? [{ type: 'rich_text', elements: [section], block_id: 'old' }] : [])
}

function message(ts: string, text: string) {
  const common = { ...inChannel, ts, user_id: 'U0OLD', text, blocks: textBlocks(text) }
  return { ...common, locked: false, deleted: false, created_at: began }
}

function streamed(ts: string) {
  const app = { user_id: 'U0SCOUT', app_id: 'A0OLD', bot_id: 'B0OLD' }
  return { ...message(ts, ''), ...app, thread_ts: old.root, streaming_state: 'completed' }
}

function stream(ts: string) {
  const about = { thread_ts: old.root, app_id: 'A0OLD', display: 'timeline', audience: 'members', begun_after: 0 }
  return { ...inChannel, ts, ...about, recipient_user_id: 'U0OLD', recipient_team_id: team_id }
}

function delta(at: number) {
  return { ...inChannel, kind: 'delta', ts: old.open, subject: 'text', at }
}
