import type { AppDetails } from '#domain/apps/manage'

/** A workspace in a few words, or what a workspace file says about one team. */
export type TestWorkspaceSource = { outline: object } | { document: object }

/** A workspace that was made for a test. Its tokens are shown this once. */
export interface MadeWorkspace {
  team: { id: string; name: string; domain: string }
  people: { id: string; name: string; displayName: string; token: string }[]
  channels: { id: string; name: string }[]
  apps: (AppDetails & { botUser: string; botName: string })[]
}

/** Workspaces that tests make in a running server, and drop. */
export interface TestWorkspaces {
  /** `readFile` reads a manifest by its path; without it, manifests cannot be files. */
  make(source: TestWorkspaceSource, readFile?: (path: string) => string): Promise<MadeWorkspace>
  /** Returns false if there is none with this id. */
  drop(teamId: string): Promise<boolean>
  list(): Promise<{ id: string; name: string; domain: string; madeAt: number }[]>
}
