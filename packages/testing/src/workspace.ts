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
  return 'version' in workspace ? { document: workspace } : { outline: workspace }
}
