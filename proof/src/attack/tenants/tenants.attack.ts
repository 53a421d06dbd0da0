import { Random } from '#load/random'
import { signIn } from '#load/feedReader'
import { withAttackedServer } from '#attack/attackedServer'
import type { Attack } from '#attack/runAttacks'
import { fillTheirTeam, readMethods } from './theirContent.ts'
import { askFeed } from './askFeed.ts'
import { canary, ourBot, ourPerson, twoTeamsFile } from './workspace.ts'

const goal = 5000
/** These would end our own tokens. */
const ending = ['auth.revoke', 'apps.uninstall', 'control.reset']
const scopes = [
  'app_mentions:read,assistant:write,bookmarks:read,bookmarks:write,channels:history,channels:join,channels:manage',
  'channels:read,channels:write,channels:write.invites,channels:write.topic,chat:write,chat:write.customize',
  'chat:write.public,commands,emoji:read,files:read,files:write,groups:history,groups:read,groups:write,im:history',
  'im:read,im:write,links:read,links:write,metadata.message:read,mpim:history,mpim:read,mpim:write,pins:read,pins:write',
  'reactions:read,reactions:write,search:read,team:read,usergroups:read,usergroups:write,users.profile:read',
  'users.profile:write,users:read,users:read.email,users:write',
].flatMap((line) => line.split(','))

/** A team's tokens, its people's browsers and a stranger ask for what another team has, by its real ids, at every door. */
export const attack: Attack = (print) =>
  withAttackedServer(
    async ({ api }) => {
      const random = new Random(5000)
      const { origin } = new URL(api)
      const all = [...(await fillTheirTeam(api))]
      // What we write comes back to us. So some ids are never named, and must never come.
      const ids = all.filter((_, i) => i % 3 > 0)
      const unnamed = all.filter((_, i) => i % 3 === 0)
      const methods = [...(await readMethods(origin))].filter(([name]) => !ending.includes(name))
      const cookie = await signIn(origin, 'T0A', 'U0AANA')
      const leaks: string[] = []
      let asked = 0
      const judge = (door: string, sent: string, answer: string) => {
        asked++
        const isLeak = (answer.includes(canary) && !sent.includes(canary)) || unnamed.some((id) => answer.includes(id))
        if (isLeak) leaks.push(`${door} ${sent} answered ${answer.slice(0, 300)}`)
      }

      while (asked < goal * 0.97) {
        const [method, names] = random.pick(methods)
        const args = Object.fromEntries(names.flatMap((name) => (random.chance(0.7) ? [[name, guess(name)]] : [])))
        const token = random.pick([ourBot, ourPerson, ourPerson, ''])
        judge(method, JSON.stringify(args), await post(`${api}${method}`, args, { authorization: `Bearer ${token}` }))
      }
      for (const id of ids)
        for (const path of [
          `/files/${id}`,
          `/files/${id}/${id}`,
          `/files/${id}/download/x`,
          `/services/T0B/${id}/${id}`,
        ])
          judge(path, path, await get(origin + path, random.chance(0.5) ? { cookie } : {}))
      for (const verb of ['press', 'options', 'submit', 'close', 'shortcut', 'command', 'home'])
        for (const id of ids) {
          const body = {
            channel: id,
            ts: guess('ts'),
            view_id: id,
            app_id: 'A0SCOUT',
            action_id: id,
            command: '/x',
            tab: 'home',
          }
          judge(`act/${verb}`, JSON.stringify(body), await post(`${origin}/act/${verb}`, body, { cookie, origin }))
        }
      for (const { sent, answer } of await askFeed(origin, cookie, ids)) judge('feed', sent, answer)

      print(
        `${asked} requests at every door for ${all.length} ids of the other team: ${leaks.length} answers with a canary or such an id`,
      )
      if (asked < goal) throw new Error(`only ${asked} requests were sent`)
      if (leaks[0] !== undefined) throw new Error(leaks.join('\n'))

      /** A value for an argument: mostly an id of the other team that fits its name. */
      function guess(name: string): string {
        const prefix = /channel/.test(name)
          ? /^[CDG]/
          : /user/.test(name)
            ? /^U/
            : /ts|timestamp|latest|oldest/.test(name)
              ? /^\d/
              : /./
        const fitting = ids.filter((id) => prefix.test(id))
        if (name === 'team' || name === 'team_id') return 'T0B'
        if (name === 'query') return random.pick([canary, 'root', 'see'])
        if (random.chance(0.1)) return random.pick(['C0AOPEN', 'U0AANA', '1767225600.000100', '1', 'true'])
        return random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : ids)
      }
    },
    { workspace: twoTeamsFile(scopes) },
  )

async function post(url: string, body: object, headers: Record<string, string>): Promise<string> {
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' }
  return (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })).text()
}

async function get(url: string, headers: Record<string, string>): Promise<string> {
  return (await fetch(url, { headers })).text()
}
