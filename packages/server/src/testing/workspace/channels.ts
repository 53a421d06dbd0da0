const areas = 'channels:join channels:manage channels:read channels:history groups:write groups:read im:read chat:write'
const others = 'users:read users:read.email team:read emoji:read'
const scopes = JSON.stringify(`${areas} ${others}`.split(' '))

/** A workspace with Uma, Otto and Pia, an app, and channels of every kind. Pia is in the general channel only. */
export const channelsFile = `
version: 1
enterprises: [{ id: E1, name: Globex }]
teams:
  - id: T1
    name: One
    domain: one
    enterprise: E1
    users:
      - { id: U1, name: uma, email: Uma@one.example, admin: true }
      - { id: U2, name: otto, email: otto@one.example }
      - { id: U3, name: pia }
      - { id: U4, name: gone, email: gone@one.example, deleted: true }
    emoji: { wave_hi: 'https://one.example/wave.png', hello: 'alias:wave_hi' }
    channels:
      - { id: CGENERAL, name: general, general: true, members: [U1, U2, U3, A1] }
      - { id: CHELP, name: help, topic: Ask here, members: [U1, U2, A1] }
      - { id: CSIDE, name: side, members: [U1] }
      - { id: CSECRET, name: secret, kind: private, members: [U1, U2] }
      - { id: CLAB, name: lab, kind: private, members: [U1, A1] }
      - { id: CALONE, name: alone, kind: private, members: [A1] }
      - { id: COLD, name: old, archived: true, members: [U1, A1] }
      - { id: CFROZEN, name: frozen, suspended: true, members: [U1, A1] }
      - { id: CBLOCKED, name: blocked, blocked_apps: [A1], members: [U1, A1] }
      - { id: CNOAPP, name: no-app, blocked_apps: [A2], members: [U1, A1] }
      - { id: CCANVAS, name: plan, kind: canvas, members: [U1, A1] }
      - { id: DUMA, members: [U1, A1] }
    messages:
      - { channel: CHELP, user: U2, ts: '1767225600.000100', text: The printer is on fire }
      - { channel: CSECRET, user: U2, ts: '1767225600.000100', text: Nobody must know }
  - { id: T2, name: Two, domain: two, users: [{ id: U9, name: zoe }] }
  - { id: T3, name: Three, domain: three, enterprise: E1, users: [{ id: U8, name: yan }] }
apps:
  - { id: A1, bot_id: B1, bot_user: UBOT, installed_in: [T1], manifest: { display_information: { name: Scout } } }
  - { id: A2, bot_id: B2, bot_user: UBOT2, installed_in: [T1], manifest: { display_information: { name: Quiet } } }
  - { id: A3, bot_id: B3, bot_user: UBOT3, installed_in: [T2], manifest: { display_information: { name: Far } } }
tokens:
  - { token: xoxb-acme-scout, kind: bot, app: A1, team: T1, scopes: ${scopes} }
  - { token: xoxp-uma, kind: user, team: T1, user: U1, scopes: ${scopes} }
  - { token: xoxp-otto, kind: user, team: T1, user: U2, scopes: ${scopes} }
  - { token: xoxp-pia, kind: user, team: T1, user: U3, scopes: ${scopes} }
  - { token: xoxb-bare, kind: bot, app: A1, team: T1, scopes: ['chat:write'] }
  - { token: xapp-one, kind: app, app: A1, scopes: ['connections:write'] }
  - { token: xoxe-all, kind: org, app: A1, enterprise: E1, teams_granted: [T1], scopes: ${scopes} }
`

/** For calls whose default token is that of the app Scout. */
export const uma = { token: 'xoxp-uma' }
export const otto = { token: 'xoxp-otto' }
export const pia = { token: 'xoxp-pia' }
export const org = { token: 'xoxe-all' }
