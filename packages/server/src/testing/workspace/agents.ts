import { rootTs } from './domain.ts'

const anybody = '{ token_kinds: [bot, user] }'
const scopes = "['chat:write', 'chat:write.customize', 'assistant:write', 'channels:history', 'im:history']"

/** Two agents, of which only the first subscribes to agent_session_stopped, and an app that is no agent. U2 is in no channel. */
export const agentFile = `
version: 1
settings:
  methods:
    agents.sessions.setStatus: ${anybody}
    agents.sessions.rename: ${anybody}
    assistant.threads.setTitle: ${anybody}
    assistant.threads.setSuggestedPrompts: ${anybody}
teams:
  - id: T1
    name: One
    domain: one
    users: [{ id: U1, name: uma }, { id: U2, name: otto }]
    channels:
      - { id: C1, name: general, members: [U1, A1, A2, A3] }
      - { id: C2, name: empty, members: [U1, A1] }
      - { id: C3, name: old, archived: true, members: [U1, A1] }
      - { id: C4, name: drawn, kind: canvas, members: [U1, A1] }
      - { id: D1, kind: im, members: [U1, A1] }
    messages:
      - { channel: C1, user: U1, ts: '${rootTs}', text: Root }
      - { channel: C3, user: U1, ts: '${rootTs}', text: Root }
      - { channel: D1, user: U1, ts: '${rootTs}', text: Root }
apps:
  - id: A1
    bot_user: UB1
    installed_in: [T1]
    manifest:
      display_information: { name: Scout }
      features: { agent_view: { agent_description: Answers, suggested_prompts: [{ title: Hm, message: Hm? }] } }
      settings: { event_subscriptions: { bot_events: [agent_session_stopped] } }
  - id: A2
    bot_user: UB2
    installed_in: [T1]
    manifest: { display_information: { name: Brook }, features: { agent_view: { agent_description: Answers } } }
  - { id: A3, bot_user: UB3, installed_in: [T1], manifest: { display_information: { name: Plain } } }
tokens:
  - { token: xoxb-one, kind: bot, app: A1, team: T1, scopes: ${scopes} }
  - { token: xoxb-two, kind: bot, app: A2, team: T1, scopes: ${scopes} }
  - { token: xoxb-plain, kind: bot, app: A3, team: T1, scopes: ${scopes} }
  - { token: xoxp-outside, kind: user, app: A1, team: T1, user: U2, scopes: ${scopes} }
`
