import { z } from 'zod'
import { DocumentError } from '#documents/documentError'
import { Refusal } from '#domain/refusal'
import { isDone } from '#http/development/routes/answers'
import { routesFor } from '#http/development/routes/route'

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

const route = routesFor<WorkspaceAdministration>()

const maxFileBytes = 64 * 1024 * 1024

/** [OPS-7] Applies a workspace file to the database. */
export const workspaceAdministrationRoutes = [
  route({
    method: 'POST',
    path: '/control/workspace/apply',
    name: 'applyWorkspace',
    summary: 'Applies a workspace file to the database.',
    bodyLimit: maxFileBytes,
    body: z.strictObject({
      name: z.string().max(4096),
      text: z.string().max(maxFileBytes),
      files: z.record(z.string().max(4096), z.string().max(maxFileBytes)),
      dry_run: z.boolean(),
    }),
    answer: z.object({
      ok: z.literal(true),
      changes: z.array(z.object({ about: z.string(), words: z.string() })),
      hashing: z.int(),
    }),
    errors: { invalid_workspace: 'The file is not a workspace file.' },
    async handle({ body: { dry_run: dryRun, ...source } }, administration) {
      const applied = await administration.applyWorkspace(source, dryRun).catch((error: unknown) => {
        throw error instanceof DocumentError ? new Refusal('invalid_workspace', error.message) : error
      })
      return { ...isDone, ...applied }
    },
  }),
]
