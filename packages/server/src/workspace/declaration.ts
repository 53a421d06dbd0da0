import { z } from 'zod'
import { appSchema, tokenSchema, type ReadManifest } from './app.ts'
import { settingsSchema } from './settings.ts'
import { teamSchema } from './team.ts'
import { enterpriseId, strictObject, text } from './values.ts'

/** The declaration of the workspace file. Its checks, its type and its JSON Schema come from here. */
export function workspaceSchema(methods: readonly string[] | undefined, readManifest: ReadManifest) {
  return strictObject({
    version: z.literal(1, 'needs to be 1'),
    settings: settingsSchema(methods).prefault({}),
    enterprises: z.array(strictObject({ id: enterpriseId, name: text })).default([]),
    teams: z.array(teamSchema(methods)).min(1, 'needs a team'),
    apps: z.array(appSchema(readManifest)).default([]),
    tokens: z.array(tokenSchema).default([]),
  })
}

/** A checked workspace file: ids and defaults are filled in, and durations are in milliseconds. */
export type WorkspaceFile = z.output<ReturnType<typeof workspaceSchema>> & {
  /** The file as it was written, without defaults. It tells which keys were given. */
  written?: unknown
}
export type WorkspaceTeam = WorkspaceFile['teams'][number]
export type WorkspaceChannel = WorkspaceTeam['channels'][number]
export type WorkspaceApp = WorkspaceFile['apps'][number]
export type WorkspaceToken = WorkspaceFile['tokens'][number]

/** The JSON Schema of the workspace file, for editors. */
export function workspaceJsonSchema(methods?: readonly string[]) {
  const shape = workspaceSchema(methods, () => undefined)
  return { title: 'Rivulet workspace file', ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) }
}
