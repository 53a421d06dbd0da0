import type { CallRecord, FixtureEntry } from '#cli/record/fixture'
import { scopesOfEverything } from './scopes.ts'

/** A token of the workspace that stands for one of the recording. */
export interface FixtureToken {
  placeholder: string
  token: string
}

/** A workspace in which the calls of a fixture make sense: with its people, channels and apps by their ids. */
export interface FixtureWorkspace {
  team: string
  document: object
  tokens: FixtureToken[]
}

/** Guesses from the calls, their answers and the events of sockets what there was when the recording began. */
export function workspaceOf(entries: readonly FixtureEntry[]): FixtureWorkspace {
  const calls = entries.filter((entry) => entry.kind === 'call')
  const known = collect(entries, calls)
  const team = known.team ?? 'T0FIXTURE'
  const placeholders = [...new Set(calls.flatMap(({ token }) => token ?? []))]
  const apps = appsOf(placeholders, calls)
  const bots = new Set(apps.flatMap(({ bot }) => bot ?? []))
  const people = [...known.users].filter(([id]) => !bots.has(id))
  const users = (people.length > 0 ? people : [['U0FIXTURE', 'ana'] as const]).map(([id, name], i) => ({
    id,
    name: plainName(name, id),
    admin: i === 0,
  }))
  const everybody = [...users.map(({ id }) => id), ...apps.map(({ id }) => id)]
  const channels = [...known.channels].map(([id, name]) => ({ id, name: plainName(name, id), members: everybody }))
  const tokens = tokensOf(placeholders, apps, team, users[0]?.id ?? '')
  const document = {
    version: 1,
    teams: [{ id: team, name: 'Fixture', domain: 'fixture', users: distinct(users), channels: distinct(channels) }],
    apps: apps.map(({ id, name, bot }) => ({
      id,
      manifest: manifestOf(name),
      installed_in: [team],
      ...(bot === undefined ? {} : { bot_user: bot }),
    })),
    tokens: tokens.map(({ placeholder: _placeholder, ...token }) => token),
  }
  return { team, document, tokens }
}

interface Known {
  team: string | undefined
  users: Map<string, string>
  channels: Map<string, string>
}

const creating = /^(?:conversations\.(?:create|open)|files\.|users\.)/

function collect(entries: readonly FixtureEntry[], calls: readonly CallRecord[]): Known {
  const known: Known = { team: undefined, users: new Map(), channels: new Map() }
  const made = new Set(
    calls.filter(({ method }) => creating.test(method)).flatMap(({ answer }) => idOf(answer?.['channel'])),
  )
  for (const entry of entries) {
    if (entry.kind === 'call') {
      // What was refused may be so because there is no such thing.
      if (entry.answer?.['ok'] === false) continue
      visit(entry.args, known, made)
      visit(entry.answer, known, made)
      const { channel } = entry.args
      if (typeof channel === 'string' && channel.startsWith('#')) {
        const id = idOf(entry.answer?.['channel'])[0]
        if (id !== undefined) known.channels.set(id, channel.slice(1))
      }
    } else if (entry.kind === 'socket') visit(entry.message, known, made)
  }
  return known
}

/** Ids in texts, and the names that stand beside them. */
function visit(value: unknown, known: Known, made: ReadonlySet<string>): void {
  if (typeof value === 'string') {
    for (const [id] of value.matchAll(/\b[CGUT](?=[A-Z0-9]*\d)[A-Z0-9]{3,}\b/g)) keep(id, undefined, known, made)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const id: unknown = Reflect.get(value, 'id')
  const name: unknown = Reflect.get(value, 'name')
  if (typeof id === 'string' && typeof name === 'string' && name !== '') keep(id, name, known, made)
  for (const inner of Object.values(value)) visit(inner, known, made)
}

function keep(id: string, name: string | undefined, known: Known, made: ReadonlySet<string>): void {
  if (made.has(id)) return
  if (id.startsWith('T')) known.team ??= id
  else if (id.startsWith('C') || id.startsWith('G')) known.channels.set(id, name ?? known.channels.get(id) ?? id)
  else if (id.startsWith('U')) known.users.set(id, name ?? known.users.get(id) ?? id)
}

interface FixtureApp {
  id: string
  name: string
  bot: string | undefined
  placeholder: string
}

/** One app for each token of a bot. Its bot user is the one that it is told to be. */
function appsOf(placeholders: readonly string[], calls: readonly CallRecord[]): FixtureApp[] {
  const bots = placeholders.filter((one) => one.startsWith('<bot-token'))
  const wanted = bots.length > 0 ? bots : ['<bot-token-1>']
  return wanted.map((placeholder, i) => {
    const own = calls.filter(({ token }) => token === placeholder)
    const told = own.find(({ method }) => method === 'auth.test')?.answer
    const message: unknown = own.find(({ method }) => method === 'chat.postMessage')?.answer?.['message']
    const appId: unknown = Reflect.get(Object(message), 'app_id')
    const user: unknown = told?.['user_id'] ?? Reflect.get(Object(message), 'user')
    const name: unknown = told?.['user']
    return {
      id: typeof appId === 'string' && /^A[A-Z0-9]+$/.test(appId) ? appId : `A0FIXTURE${i + 1}`,
      name: typeof name === 'string' && name !== '' ? name : `fixture${i + 1}`,
      bot: typeof user === 'string' ? user : undefined,
      placeholder,
    }
  })
}

function tokensOf(placeholders: readonly string[], apps: readonly FixtureApp[], team: string, user: string) {
  return placeholders.flatMap((placeholder) => {
    const [, kind = '', number = '1'] = /^<(bot|user|app)-token-(\d+)>$/.exec(placeholder) ?? []
    const app = apps.find((one) => one.placeholder === placeholder) ?? apps[Number(number) - 1] ?? apps[0]
    if (!app || kind === '') return []
    const prefix = { bot: 'xoxb', user: 'xoxp', app: 'xapp-1' }[kind] ?? 'xoxb'
    const token = `${prefix}-fixture-${number}`
    const own = kind === 'user' ? { user } : {}
    const place = kind === 'app' ? {} : { team }
    return [{ placeholder, token, kind, app: app.id, ...place, ...own, scopes: scopesOfEverything }]
  })
}

function manifestOf(name: string): object {
  return {
    display_information: { name: name.slice(0, 35) },
    features: {
      bot_user: { display_name: name.slice(0, 80) },
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    },
    oauth_config: { scopes: { bot: scopesOfEverything } },
    settings: { socket_mode_enabled: true, interactivity: { is_enabled: true } },
  }
}

/** The names of people and channels are small and short. */
function plainName(name: string, id: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 21)
  return plain === '' ? id.toLowerCase() : plain
}

/** Where two have one name, the later ones are named by their ids. */
function distinct<T extends { id: string; name: string }>(all: readonly T[]): T[] {
  const taken = new Set<string>()
  return all.map((one) => {
    const name = taken.has(one.name) ? one.id.toLowerCase() : one.name
    taken.add(name)
    return { ...one, name }
  })
}

function idOf(value: unknown): string[] {
  const id: unknown = typeof value === 'string' ? value : Reflect.get(Object(value), 'id')
  return typeof id === 'string' ? [id] : []
}
