/** A word in every text of the other team, and in none of ours. */
export const canary = 'kanarienvogel'

export const ourBot = 'xoxb-ours'
export const ourPerson = 'xoxp-ours'
export const theirBot = 'xoxb-theirs'
export const theirPerson = 'xoxp-theirs'

/** A workspace file of two teams with the same names and the same app. `scopes`: what each token may do. */
export function twoTeamsFile(scopes: readonly string[]): string {
  return JSON.stringify({
    version: 1,
    teams: [team('A', 'plain'), team('B', canary)],
    apps: [
      {
        id: 'A0SCOUT',
        bot_user: 'U0SCOUT',
        installed_in: ['T0A', 'T0B'],
        manifest: { display_information: { name: 'Scout' }, features: { app_home: { home_tab_enabled: true } } },
      },
    ],
    tokens: [
      { token: ourBot, kind: 'bot', app: 'A0SCOUT', team: 'T0A', scopes },
      { token: theirBot, kind: 'bot', app: 'A0SCOUT', team: 'T0B', scopes },
      { token: ourPerson, kind: 'user', app: 'A0SCOUT', team: 'T0A', user: 'U0AANA', scopes },
      { token: theirPerson, kind: 'user', app: 'A0SCOUT', team: 'T0B', user: 'U0BANA', scopes },
    ],
  })
}

function team(letter: 'A' | 'B', word: string) {
  const ana = `U0${letter}ANA`
  const ben = `U0${letter}BEN`
  const [open, secret, dm] = [`C0${letter}OPEN`, `C0${letter}SECRET`, `D0${letter}ANASCOUT`]
  return {
    id: `T0${letter}`,
    name: 'Acme',
    domain: `acme-${letter.toLowerCase()}`,
    users: [
      { id: ana, name: 'ana', real_name: `Ana ${word}`, email: `ana@${word}.example` },
      { id: ben, name: 'ben', real_name: `Ben ${word}`, email: `ben@${word}.example` },
    ],
    usergroups: [{ id: `S0${letter}OPS`, handle: 'ops', name: `Operations ${word}`, users: [ana] }],
    channels: [
      { id: open, name: 'general', general: true, topic: word, members: [ana, ben, 'A0SCOUT'] },
      { id: secret, name: 'secret', kind: 'private', topic: word, members: [ana] },
      { id: dm, kind: 'im', members: [ana, 'A0SCOUT'] },
    ],
    messages: [open, secret, dm].map((id) => ({
      channel: id,
      user: ana,
      ts: '1767225600.000100',
      text: `Root ${word}`,
    })),
  }
}
