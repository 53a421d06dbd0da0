/** Workspace files for cases that the fixture does not cover. */

const anybody = '{ token_kinds: [bot, user, org] }'

/** People may stream and set statuses with their user tokens. U2 is in no channel. */
export const userTokensFile = `
version: 1
settings:
  methods:
    chat.startStream: ${anybody}
    chat.appendStream: ${anybody}
    chat.stopStream: ${anybody}
    assistant.threads.setStatus: ${anybody}
teams:
  - id: T1
    name: One
    domain: one
    users: [{ id: U1, name: uma }, { id: U2, name: otto }]
    channels: [{ id: C1, name: general, members: [U1] }]
    messages: [{ channel: C1, user: U1, ts: '1767225600.000100', text: Root }]
tokens:
  - { token: xoxp-own, kind: user, team: T1, user: U1, scopes: ['chat:write', 'channels:history', 'channels:read', 'files:read', 'files:write', 'links:write', 'reactions:read', 'reactions:write', 'pins:read', 'pins:write', 'bookmarks:read', 'bookmarks:write'] }
  - { token: xoxp-outside, kind: user, team: T1, user: U2, scopes: ['chat:write', 'channels:history', 'channels:read', 'files:read', 'files:write', 'links:write', 'reactions:read', 'reactions:write', 'pins:read', 'pins:write', 'bookmarks:read', 'bookmarks:write'] }
`

const rules = { startStream: 'chat.startStream', setStatus: 'assistant.threads.setStatus' }

/** An app with an org-wide token; `method` has the settings of the two methods of the contract, as YAML. */
export function enterpriseFile(method = '{}') {
  return `
version: 1
settings: { methods: { ${rules.startStream}: ${method}, ${rules.setStatus}: ${method} } }
enterprises: [{ id: E1, name: Globex }]
teams:
  - id: T1
    name: One
    domain: one
    enterprise: E1
    users: [{ id: U1, name: gus }]
    channels: [{ id: C1, name: general, members: [U1, A1] }]
    messages: [{ channel: C1, user: U1, ts: '1767225600.000100', text: Root }]
apps:
  - { id: A1, bot_user: UBOT, installed_in: [T1], manifest: { display_information: { name: Scout } } }
tokens:
  - { token: xoxe-all, kind: org, app: A1, enterprise: E1, scopes: ['chat:write', 'chat:write.customize', 'channels:read', 'channels:history', 'im:write', 'files:read', 'files:write', 'links:write', 'reactions:read', 'reactions:write', 'pins:read', 'pins:write', 'bookmarks:read', 'bookmarks:write'] }
  - { token: xoxb-one, kind: bot, app: A1, team: T1, scopes: ['chat:write', 'chat:write.customize'] }
`
}
