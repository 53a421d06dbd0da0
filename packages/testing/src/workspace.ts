import type { WorkspaceSource } from 'rivulet/inProcess'

/** The manifest of an app, or the path of a file that holds it. */
export type AppManifest = string | Readonly<Record<string, unknown>>

/** A workspace in a few words. Everybody is in every channel, people as well as apps. */
export interface WorkspaceOutline {
  /** Names, `ana` and `ben` by default. The first is an admin. */
  people?: readonly string[]
  /** Names of public channels, `general` by default; or members by name of the channel. */
  channels?: readonly string[] | Readonly<Record<string, readonly string[]>>
  apps?: readonly AppManifest[]
}

/** The path of a workspace file, what such a file says (with its `version`), or an outline. */
export type Workspace = string | WorkspaceOutline | { readonly version: 1; readonly teams: readonly object[] }

export function toWorkspaceSource(workspace: Workspace): WorkspaceSource {
  if (typeof workspace === 'string') return { path: workspace }
  return { document: 'version' in workspace ? workspace : documentOf(workspace) }
}

const team = 'T0TEST'

function documentOf({ people = ['ana', 'ben'], channels = ['general'], apps = [] }: WorkspaceOutline): object {
  const users = people.map((name, i) => ({ id: idOf('U', name), name, admin: i === 0 }))
  const installed = apps.map((manifest, i) => ({ id: appId(manifest, i), manifest, installed_in: [team] }))
  const everybody = [...users, ...installed].map(({ id }) => id)
  const memberId = (name: string) => users.find((user) => user.name === name)?.id ?? idOf('A', name)
  const named: [string, readonly string[]][] = isList(channels)
    ? channels.map((name) => [name, everybody])
    : Object.entries(channels).map(([name, members]) => [name, members.map(memberId)])
  return {
    version: 1,
    teams: [
      {
        id: team,
        name: 'Test',
        domain: 'test',
        users,
        channels: named.map(([name, members]) => ({
          id: idOf('C', name),
          name,
          general: name === 'general',
          members,
        })),
      },
    ],
    apps: installed,
  }
}

function isList(channels: NonNullable<WorkspaceOutline['channels']>): channels is readonly string[] {
  return Array.isArray(channels)
}

function appId(manifest: AppManifest, i: number): string {
  const display: unknown = typeof manifest === 'string' ? undefined : manifest['display_information']
  const name: unknown = Object(display).name
  return typeof name === 'string' && /[a-z0-9]/i.test(name) ? idOf('A', name) : `A0APP${i + 1}`
}

/** `U0ANA` for `ana`: an id that a person can read in the output of a test. */
function idOf(letter: string, name: string): string {
  return `${letter}0${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`.slice(0, 30)
}
