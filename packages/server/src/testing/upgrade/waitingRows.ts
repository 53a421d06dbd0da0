import { hashToken } from '#domain/ids'
import { PasswordHasher } from '#domain/people/passwords'
import { old } from './oldPeople.ts'
import { oldRows } from './oldRows.ts'

const { team: team_id, channel: channel_id } = old
const inChannel = { team_id, channel_id }
const day = 86_400_000

/** What `waitingRows` has, for a test that goes on with it. */
export const waiting = {
  appToken: 'xapp-old-scout',
  session: 'the-secret-of-a-browser',
  password: 'the password of olga',
  event: 'Ev0OLD',
  view: 'V0OLD',
  scheduled: 'Written before, due now',
}

/**
 * `oldRows`, with what waited when the server was stopped: a person who is signed in, a delivery that nobody acknowledged, an
 * event that is not in the outbox yet, an open modal, and a message that is due.
 */
export async function waitingRows(now: number): Promise<Record<string, Record<string, unknown>[]>> {
  const rows = oldRows(now)
  const password = await new PasswordHasher().hash(waiting.password)
  const token = { hash: hashToken(waiting.appToken), kind: 'app', app_id: 'A0OLD', scopes: '["connections:write"]' }
  return {
    ...rows,
    users: all(rows, 'users').map((user) => ({ ...user, ...(user['id'] === 'U0OLD' && { password }) })),
    apps: all(rows, 'apps').map((app) => ({ ...app, manifest: withSocketMode(String(app['manifest'])) })),
    tokens: [...all(rows, 'tokens'), { ...token, revoked: false }],
    sessions: [
      { hash: hashToken(waiting.session), team_id, user_id: 'U0OLD', created_at: now - day, expires_at: now + day },
    ],
    deliveries: [
      {
        ...inChannel,
        event_id: waiting.event,
        app_id: 'A0OLD',
        ts: old.root,
        seq: 2,
        type: 'message',
        event: JSON.stringify({ type: 'message', channel: channel_id, ts: old.root, text: 'The printer is on fire' }),
        at: now - 1000,
        attempt: 1,
        reason: 'timeout',
        due_at: now,
        kept_until: now + day,
      },
    ],
    log: [
      ...all(rows, 'log'),
      { ...inChannel, seq: 3, kind: 'message', ts: old.reply, at: now, change: '{"type":"posted","streams":false}' },
    ],
    team_log: [{ team_id, last: 3, changed: 0 }],
    views: [
      {
        team_id,
        id: waiting.view,
        app_id: 'A0OLD',
        user_id: 'U0OLD',
        root_id: waiting.view,
        depth: 0,
        hash: 'old',
        view: JSON.stringify(modal),
        changed_at: now,
      },
    ],
    scheduled_messages: [
      {
        ...inChannel,
        id: 'Sm0OLD',
        kind: 'bot',
        user_id: 'U0SCOUT',
        app_id: 'A0OLD',
        post_at: now - 1000,
        draft: JSON.stringify({
          text: waiting.scheduled,
          blocks: [],
          attachments: null,
          markdown: null,
          metadata: null,
        }),
        created_at: now - day,
        n: 1,
      },
    ],
  }
}

function all(rows: ReturnType<typeof oldRows>, table: string) {
  return rows[table] ?? []
}

function withSocketMode(manifest: string): string {
  const settings = { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.channels'] } }
  return JSON.stringify({ ...JSON.parse(manifest), settings })
}

const modal = {
  type: 'modal',
  callback_id: 'report',
  title: { type: 'plain_text', text: 'Report' },
  submit: { type: 'plain_text', text: 'Send' },
  blocks: [
    {
      type: 'input',
      block_id: 'what',
      label: { type: 'plain_text', text: 'What' },
      element: { type: 'plain_text_input', action_id: 'said' },
    },
  ],
}
