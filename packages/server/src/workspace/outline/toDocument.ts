import { DocumentError, parseSource } from '#documents/documentError'
import { maxOutlineMembers, outlineWithFiles, type WorkspaceOutline } from '#documents/workspaceOutline'
import { formatPath, toProblems } from '#documents/problems'
import { suggestion } from '#documents/didYouMean'
import type { OutlineIds } from './ids.ts'

/** Reads a manifest by its path. */
type ReadFile = (path: string) => string

/** What a workspace file would say in place of an outline. Throws a `DocumentError` with every problem in it. */
export function toDocument(outline: object, ids: OutlineIds, readFile?: ReadFile): object {
  const checked = outlineWithFiles.safeParse(outline)
  if (!checked.success) {
    const problems = toProblems(checked.error.issues, outline)
    throw new DocumentError(problems.map(({ path, message }) => `${formatPath(path) || 'The outline'} ${message}`))
  }
  return documentOf(checked.data, ids, readFile)
}

function documentOf(outline: WorkspaceOutline, ids: OutlineIds, readFile?: ReadFile): object {
  const { name = 'Test', people = ['ana', 'ben'], channels = ['general'], apps = [] } = outline
  const users = people.map((person, i) => ({ id: ids.next('U', person), name: person, admin: i === 0 }))
  const installed = apps.map((manifest) => {
    const names = namesOf(typeof manifest === 'string' ? tryToRead(manifest, readFile) : manifest)
    const id = ids.next('A', names[0] ?? 'app')
    return { names, app: { id, bot_user: `U${id.slice(1)}`, manifest, installed_in: [ids.team] } }
  })
  requireUnique('people', people)
  requireUnique(
    'apps',
    installed.map(({ names: [title = ''] }) => title).filter((title) => title !== ''),
  )

  const byName = new Map([
    ...installed.flatMap(({ names, app }) => names.map((each) => [each.toLowerCase(), app.id] as const)),
    ...users.map((user) => [user.name, user.id] as const),
  ])
  const everybody = [...users, ...installed.map(({ app }) => app)].map(({ id }) => id)
  const named: [string, string[]][] = Array.isArray(channels)
    ? channels.map((channel) => [channel, everybody])
    : Object.entries(channels).map(([channel, members]) => [channel, findMembers(channel, members, byName)])
  if (Array.isArray(channels)) requireUnique('channels', channels)
  const memberships = named.reduce((sum, [, members]) => sum + members.length, 0)
  if (memberships > maxOutlineMembers)
    throw new DocumentError([`channels have ${memberships} members together, at most ${maxOutlineMembers}`])

  const rooms = named.map(([channel, members]) => ({
    id: ids.next('C', channel),
    name: channel,
    general: channel === 'general',
    members,
  }))
  return {
    version: 1,
    teams: [{ id: ids.team, name, domain: ids.domain, users, channels: rooms }],
    apps: installed.map(({ app }) => app),
  }
}

function findMembers(channel: string, members: readonly string[], byName: ReadonlyMap<string, string>): string[] {
  return members.map((member, i) => {
    const id = byName.get(member) ?? byName.get(member.toLowerCase())
    if (id !== undefined) return id
    const path = formatPath(['channels', channel, i])
    throw new DocumentError([`${path} ${JSON.stringify(member)} is nobody here${suggestion(member, byName.keys())}`])
  })
}

/** The title of an app, and the name of its bot user. */
function namesOf(manifest: unknown): string[] {
  const { display_information: display, features } = Object(manifest)
  const names: unknown[] = [Object(display).name, Object(Object(features).bot_user).display_name]
  return names.filter((name) => typeof name === 'string').filter((name) => name !== '')
}

function requireUnique(list: string, names: readonly string[]): void {
  const seen = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    const first = seen.get(name)
    if (first === undefined) seen.set(name, i)
    else
      throw new DocumentError([
        `${list}[${i}] ${JSON.stringify(name)} is the same as ${list}[${first}], but must be unique`,
      ])
  }
}

/** What is wrong with the file is said where the whole workspace is checked. */
function tryToRead(path: string, readFile: ReadFile | undefined): unknown {
  try {
    return readFile && parseSource(readFile(path), path).value
  } catch {
    return undefined
  }
}
