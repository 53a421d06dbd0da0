import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DocumentError } from '#documents/documentError'
import { Refusal } from '#domain/refusal'

/** A workspace file as text, with the manifests that it names by their paths. */
export interface WorkspaceSource {
  name: string
  text: string
  files: Record<string, string>
}

/** What `rivulet workspace apply` added or changed, in words without secrets. */
export interface AppliedChange {
  about: string
  words: string
}

export interface Applied {
  changes: AppliedChange[]
  /** How many passwords of the file are still to be hashed, which happens afterwards. */
  hashing: number
}

export interface WorkspaceAdministration {
  applyWorkspace(source: WorkspaceSource, dryRun: boolean): Promise<Applied>
}

const maxFileBytes = 64 * 1024 * 1024
const body = z.strictObject({
  name: z.string().max(4096),
  text: z.string().max(maxFileBytes),
  files: z.record(z.string().max(4096), z.string().max(maxFileBytes)),
  dry_run: z.boolean(),
})

/** [OPS-7] Applies a workspace file to the database. */
export function workspaceAdministrationRoutes(app: FastifyInstance, administration: WorkspaceAdministration): void {
  app.post('/control/workspace/apply', { bodyLimit: maxFileBytes }, async (request) => {
    const { dry_run: dryRun, ...source } = body.parse(request.body)
    const applied = await administration.applyWorkspace(source, dryRun).catch((error: unknown) => {
      throw error instanceof DocumentError ? new Refusal('invalid_workspace', error.message) : error
    })
    return { ok: true, ...applied }
  })
}
