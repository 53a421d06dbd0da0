import type { Account, SessionFacts } from '#domain/people/accounts/list'
import { createOperatorCall } from '#cli/servers/operatorClient'
import { runAndReport } from '#cli/report'
import { readPassword } from './readPassword.ts'
import { clean, formatTime, printJson, printTable } from './print.ts'

/** The flags that all commands about people and tokens take. */
export interface AdministrationFlags {
  url?: string | undefined
  team?: string | undefined
  json: boolean
  settings: Record<string, unknown>
}

interface Changed {
  user: Account
  sessions?: number
  tokens?: number
}

/** `rivulet user list`. Every function here returns the exit code. */
export function listUsers({ url, team, json, settings }: AdministrationFlags): Promise<number> {
  return runAndReport(async () => {
    const { users } = await createOperatorCall(settings, url)<{ users: Account[] }>('/control/users/list', { team })
    if (json) return printJson(users)
    const head = ['ID', 'NAME', 'REAL NAME', 'E-MAIL', 'STATE', 'SESSIONS']
    printTable([head, ...users.map((user) => [...namesOf(user), stateOf(user), String(user.sessions)])])
  })
}

interface AddFlags extends AdministrationFlags {
  name?: string | undefined
  realName?: string | undefined
  admin: boolean
  withPassword: boolean
}

export function addUser(email: string, flags: AddFlags): Promise<number> {
  const { url, team, json, settings, name, realName, admin, withPassword } = flags
  return runAndReport(async () => {
    const call = createOperatorCall(settings, url)
    const password = withPassword ? await readPassword(email) : undefined
    const body = { team, email, name, real_name: realName, admin, password }
    const { user } = await call<Changed>('/control/users/add', body)
    if (json) return printJson(user)
    const how = withPassword ? 'and can sign in' : 'and cannot sign in before `rivulet user set-password`'
    say(`${shown(user)} is added to ${user.team}${user.admin ? ' as an admin' : ''}, ${how}.`)
  })
}

export function deactivateUser(user: string, flags: AdministrationFlags): Promise<number> {
  return change('/control/users/deactivate', user, flags, {}, ({ user, sessions = 0, tokens = 0 }) => {
    return `${shown(user)} is deactivated in ${user.team}: ${count(sessions, 'session')} ended, ${count(tokens, 'token')} revoked.`
  })
}

export function activateUser(user: string, flags: AdministrationFlags): Promise<number> {
  return change('/control/users/activate', user, flags, {}, ({ user }) => `${shown(user)} is active in ${user.team}.`)
}

export function setUserPassword(user: string, flags: AdministrationFlags): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(flags.settings, flags.url)
    const body = { team: flags.team, user, password: await readPassword(user) }
    report(await call<Changed>('/control/users/password', body), flags, ({ user, sessions = 0 }) => {
      return `${shown(user)} has another password: ${count(sessions, 'session')} ended.`
    })
  })
}

export function listUserSessions(user: string, { url, team, json, settings }: AdministrationFlags): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(settings, url)
    const { sessions } = await call<{ sessions: SessionFacts[] }>('/control/users/sessions', { team, user })
    if (json) return printJson(sessions)
    if (sessions.length === 0) return say('No sessions.')
    const rows = sessions.map((one) => [
      one.id,
      nameOf(one),
      formatTime(one.created_at),
      formatTime(one.active_at),
      formatTime(one.expires_at),
    ])
    printTable([['ID', 'BROWSER', 'SIGNED IN', 'LAST USED', 'EXPIRES'], ...rows])
  })
}

function nameOf({ browser, system }: SessionFacts): string {
  return [browser || 'unknown', system].filter(Boolean).join(', ')
}

export function signUserOut(user: string, flags: AdministrationFlags & { session?: string }): Promise<number> {
  const { session } = flags
  return change('/control/users/sign-out', user, flags, { session }, ({ user, sessions = 0 }) => {
    return `${shown(user)}: ${count(sessions, 'session')} ended.`
  })
}

function change(
  path: string,
  user: string,
  flags: AdministrationFlags,
  more: object,
  words: (changed: Changed) => string,
): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(flags.settings, flags.url)
    report(await call<Changed>(path, { team: flags.team, user, ...more }), flags, words)
  })
}

function report(changed: Changed, { json }: AdministrationFlags, words: (changed: Changed) => string): void {
  const { user, sessions, tokens } = changed
  if (json) printJson({ ...user, ended: { sessions, tokens } })
  else say(words(changed))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function namesOf({ id, name, real_name, email }: Account): string[] {
  return [id, name, real_name, email ?? '-']
}

function stateOf({ admin, deactivated, has_password }: Account): string {
  if (deactivated) return 'deactivated'
  return [admin ? 'admin' : 'active', ...(has_password ? [] : ['no password'])].join(', ')
}

function shown({ id, name }: Account): string {
  return `${clean(name)} (${id})`
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}
