import { startFunction } from '#domain/apps/functions'
import type { Workspace } from '#testing/workspace/workspace'

export const double = {
  title: 'Double',
  input_parameters: { number: { type: 'integer', is_required: true } },
  output_parameters: { result: { type: 'integer', is_required: true } },
}

/** Runs a function of Scout that doubles a number, after changes of its manifest. Returns the id of the run. */
export function startDouble(
  { store }: Pick<Workspace, 'store'>,
  inputs: object = { number: 2 },
  changes: object = {},
): Promise<string> {
  return store.write(async (tx) => {
    const app = await tx.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow()
    const manifest = { ...app.manifest, ...changes, functions: { double } }
    await tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute()
    return startFunction(tx, { ...app, manifest }, 'T0ACME', { callbackId: 'double', inputs: { ...inputs } })
  })
}
