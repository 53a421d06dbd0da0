import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { field, textField } from '#load/untypedFields'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const secrets = {
  botToken: 'xoxb-proof-not-for-anybodys-eyes',
  userToken: 'xoxp-proof-not-for-anybodys-eyes',
  appToken: 'xapp-proof-not-for-anybodys-eyes',
  signingSecret: 'signing-not-for-anybodys-eyes',
  clientSecret: 'client-not-for-anybodys-eyes',
  password: 'password-not-for-anybodys-eyes',
  wrongPassword: 'mistyped-not-for-anybodys-eyes',
}

/**
 * Uses secrets of every kind at every door, rightly and wrongly, and then searches what the server keeps and says: the files
 * of the data directory while it runs and after its end, its log, its metrics, and every answer but the one that issues a secret.
 */
export const attack: Attack = (print) =>
  withAttackedServer(
    async (server) => {
      const { origin } = new URL(server.api)
      const issued: string[] = []
      const answers: string[] = []
      const ask = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(origin + path, { method: 'POST', redirect: 'manual', ...init })
        const cookies = answer.headers.getSetCookie().map((line) => /^[^=]+=([^;]+)/.exec(line)?.[1] ?? '')
        issued.push(...cookies.filter((value) => value.length > 8))
        const text = await answer.text()
        answers.push(`${text} ${answer.headers.get('location') ?? ''}`)
        return text
      }
      const json = (body: unknown, headers: Record<string, string> = {}) => ({
        headers: { 'content-type': 'application/json', origin, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const { botToken, userToken, appToken, clientSecret, password, wrongPassword } = secrets

      for (const token of [botToken, userToken, appToken]) {
        await ask(`/api/auth.test?token=${token}`)
        await ask(`/api/${token}`)
        await ask('/api/auth.test', { body: new URLSearchParams({ token }) })
        for (const body of ['{}', '{', `{"token":"${token}","text":"${token}`, '"x"'])
          await ask('/api/chat.postMessage', json(body, { authorization: `Bearer ${token}` }))
        await ask('/api/users.info', json({ user: token, token }))
        await ask('/api/auth.test', { headers: { authorization: `Basic ${token}`, 'x-token': token } })
        await ask(`/session/${token}`, { method: 'GET' })
      }
      for (const [email, word] of [
        ['ana@proof.example', wrongPassword],
        [password, password],
        ['ana@proof.example', password],
      ])
        await ask('/session', json({ email, password: word }))
      for (const client_id of ['1.2', 'nobody'])
        for (const method of ['oauth.v2.access', 'openid.connect.token'])
          await ask(`/api/${method}`, {
            body: new URLSearchParams({ client_id, client_secret: clientSecret, code: clientSecret }),
          })
      const opened: unknown = JSON.parse(
        await ask('/api/apps.connections.open', json({}, { authorization: `Bearer ${appToken}` })),
      )
      const ticket =
        new URL(textField(opened, 'url')).searchParams.get('ticket') ?? new URL(textField(opened, 'url')).pathname
      issued.push(ticket.replace(/^.*\//, ''))
      answers.pop()
      const upload: unknown = JSON.parse(
        await ask(
          '/api/files.getUploadURLExternal',
          json({ filename: 'a.txt', length: 1 }, { authorization: `Bearer ${botToken}` }),
        ),
      )
      if (field(upload, 'ok') === true)
        issued.push(new URL(textField(upload, 'upload_url')).pathname.replace(/^.*\//, ''))
      answers.pop()
      for (const path of ['/metrics', '/health/ready', '/openapi.json', '/']) await ask(path, { method: 'GET' })

      const searched = [...Object.values(secrets), ...issued]
      const found: string[] = []
      const search = (where: string, text: string) => {
        for (const secret of searched) if (text.includes(secret)) found.push(`${where}: ${secret.slice(0, 12)}…`)
      }
      for (const answer of answers) search(`the answer ${answer.slice(0, 200)}`, answer)
      await searchFiles(server.data, 'while it runs', search)
      process.kill(server.pid, 'SIGTERM')
      await server.exited
      search('its log', server.readErrorOutput())
      const files = await searchFiles(server.data, 'after its end', search)
      print(
        `${searched.length} secrets searched in ${answers.length} answers, ${files} files and the log: ${found.length} found`,
      )
      if (found.length > 0) throw new Error([...new Set(found)].join(', '))
    },
    { workspace },
  )

async function searchFiles(data: string, when: string, search: (where: string, text: string) => void): Promise<number> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) search(`${name} ${when}`, await readFile(join(parentPath, name), 'latin1'))
  return files.length
}

const scopes = ['chat:write', 'files:write', 'users:read']
const workspace = JSON.stringify({
  version: 1,
  teams: [
    {
      id: 'T0PROOF',
      name: 'Proof',
      domain: 'proof',
      users: [{ id: 'U0ANA', name: 'ana', email: 'ana@proof.example', password: secrets.password }],
      channels: [{ id: 'C0ALL', name: 'all', general: true, members: ['U0ANA', 'A0PROOF'] }],
    },
  ],
  apps: [
    {
      id: 'A0PROOF',
      bot_user: 'U0PROOFBOT',
      installed_in: ['T0PROOF'],
      signing_secret: secrets.signingSecret,
      client_id: '1.2',
      client_secret: secrets.clientSecret,
      manifest: { display_information: { name: 'Writer' }, settings: { socket_mode_enabled: true } },
    },
  ],
  tokens: [
    { token: secrets.botToken, kind: 'bot', app: 'A0PROOF', team: 'T0PROOF', scopes },
    { token: secrets.userToken, kind: 'user', app: 'A0PROOF', team: 'T0PROOF', user: 'U0ANA', scopes },
    { token: secrets.appToken, kind: 'app', app: 'A0PROOF', scopes: ['connections:write'] },
  ],
})
