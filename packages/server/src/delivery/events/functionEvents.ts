import { findExecution } from '#domain/apps/functions'
import { readManifest } from '#domain/apps/manifest'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent } from './appEvent.ts'
import { eventTsOf, type Logged } from './eventTs.ts'

/** [FUN-1] A function of an app was started. Only that app is told. */
export async function functionEvents(
  db: Db,
  entry: Logged,
  { execution: id }: Extract<Change, { type: 'function_executed' }>,
): Promise<AppEvent[]> {
  const execution = await findExecution(db, entry.team_id, id)
  if (!execution) return []
  const app = await db.selectFrom('apps').selectAll().where('id', '=', execution.app_id).executeTakeFirstOrThrow()
  const { functions } = readManifest(app.manifest, app.id)
  const found = functions.find(({ callbackId }) => callbackId === execution.callback_id)
  const parameters = (given: NonNullable<typeof found>['inputs']) =>
    given.map(({ name, type, title, description, isRequired }) => ({
      type,
      name,
      title,
      ...(description === undefined ? {} : { description }),
      is_required: isRequired,
    }))
  const started = Math.floor(execution.started_at / 1000)
  const event = {
    type: 'function_executed' as const,
    function: {
      id: `Fn${app.id}${execution.callback_id}`,
      callback_id: execution.callback_id,
      title: found?.title ?? execution.callback_id,
      ...(found?.description === undefined ? {} : { description: found.description }),
      type: 'app',
      input_parameters: parameters(found?.inputs ?? []),
      output_parameters: parameters(found?.outputs ?? []),
      app_id: app.id,
      date_created: started,
      date_updated: started,
      date_deleted: 0,
    },
    inputs: execution.inputs,
    function_execution_id: id,
    workflow_execution_id: id.replace(/^Fx/, 'Wx'),
    event_ts: eventTsOf(entry),
  }
  return [{ subscription: event.type, scope: undefined, onlyForBot: app.bot_user, ts: null, event }]
}
