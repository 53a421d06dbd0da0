const scopes = JSON.stringify(
  'users:read users:read.email users:write users.profile:read users.profile:write usergroups:read usergroups:write chat:write'.split(
    ' ',
  ),
)

/** A workspace with two admins, two people, one who left, two apps, groups in use and not in use, and another team. */
export const peopleFile = `
version: 1
enterprises: [{ id: E1, name: Globex }]
teams:
  - id: T1
    name: One
    domain: one
    enterprise: E1
    users:
      - { id: U1, name: uma, real_name: Uma Roe, display_name: Uma, email: uma@one.example, admin: true }
      - { id: U2, name: otto, real_name: Otto Lind, email: otto@one.example }
      - { id: U3, name: pia, real_name: Pia Berg }
      - { id: U4, name: gone, deleted: true }
      - { id: U5, name: boss, admin: true }
    emoji: { party: 'https://one.example/party.png' }
    usergroups:
      - { id: S1, handle: ops, name: Operations, users: [U1, U2] }
      - { id: S2, handle: design, name: Design, users: [U3] }
    channels:
      - { id: CGENERAL, name: general, general: true, members: [U1, U2, U3, A1] }
      - { id: CSECRET, name: secret, kind: private, members: [U1, U2] }
  - { id: T2, name: Two, domain: two, users: [{ id: U9, name: zoe }], usergroups: [{ id: S9, handle: far, name: Far }] }
apps:
  - { id: A1, bot_id: B1, bot_user: UBOT, installed_in: [T1], manifest: { display_information: { name: Scout } } }
tokens:
  - { token: xoxb-acme-scout, kind: bot, app: A1, team: T1, scopes: ${scopes} }
  - { token: xoxp-uma, kind: user, team: T1, user: U1, scopes: ${scopes} }
  - { token: xoxp-otto, kind: user, team: T1, user: U2, scopes: ${scopes} }
  - { token: xoxe-all, kind: org, app: A1, enterprise: E1, teams_granted: [T1], scopes: ${scopes} }
`
