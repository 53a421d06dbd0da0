import { z } from 'zod'
import { appShape, token, type ReadManifest } from './app.ts'
import { settingsShape } from './settings.ts'
import { teamShape } from './team.ts'
import { enterpriseId, strict, text } from './values.ts'

/** The one declaration of the workspace file: its check, its type and its JSON Schema come from here. */
export function declaration(methods: readonly string[] | undefined, readManifest: ReadManifest) {
  return strict({
    version: z.literal(1, 'needs to be 1'),
    settings: settingsShape(methods).prefault({}),
    enterprises: z.array(strict({ id: enterpriseId, name: text })).default([]),
    teams: z.array(teamShape(methods)).min(1, 'needs a team'),
    apps: z.array(appShape(readManifest)).default([]),
    tokens: z.array(token).default([]),
  })
}

/** What a server starts with: ids and defaults filled in, durations in milliseconds, settings in the server's words. */
export type WorkspaceFile = z.output<ReturnType<typeof declaration>>
export type WorkspaceTeam = WorkspaceFile['teams'][number]
export type WorkspaceChannel = WorkspaceTeam['channels'][number]
export type WorkspaceApp = WorkspaceFile['apps'][number]
export type WorkspaceToken = WorkspaceFile['tokens'][number]

/** For editors. */
export function workspaceJsonSchema(methods?: readonly string[]) {
  const shape = declaration(methods, () => undefined)
  return { title: 'Rivulet workspace file', ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) }
}
