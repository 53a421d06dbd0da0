import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { findServerSecret, provideServerSecret } from '#domain/access/serverSecrets'
import { issueToken, type NewToken, tokenPrefix } from '#domain/access/tokens'
import type { Channel } from '#domain/channels/find'
import { newId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { AppRow } from './find.ts'
import { readManifest } from './manifest.ts'

export type FunctionExecution = Selectable<Tables['function_executions']>

/** [FUN-2] How long the token of a run is valid, in milliseconds. */
const tokenLifetimeMs = 24 * 3_600_000

/** [FUN-1] Runs a function of an app, which gets `function_executed`. Returns the id of the run. */
export async function startFunction(
  tx: Tx,
  app: AppRow,
  teamId: string,
  run: { callbackId: string; inputs: Record<string, unknown> },
): Promise<string> {
  const { functions } = readManifest(app.manifest, app.id)
  const found = functions.find(({ callbackId }) => callbackId === run.callbackId)
  if (!found) throw new Refusal('function_not_found', `The app ${app.id} has no function ${run.callbackId}.`)
  checkParameters(found.inputs, run.inputs)
  const id = newId('Fx')
  const started = { state: 'running', outputs: null, error: null, started_at: tx.clock.now(), ended_at: null } as const
  const what = { team_id: teamId, id, app_id: app.id, callback_id: run.callbackId, inputs: run.inputs }
  await tx
    .insertInto('function_executions')
    .values({ ...what, ...started })
    .execute()
  const scopes = await listGrantedScopes(tx, app, teamId)
  const expiresAt = tx.clock.now() + tokenLifetimeMs
  await issueToken(
    tx,
    { ...tokenOf(app.id, teamId), scopes, expiresAt, executionId: id },
    tokenSecret(await provideServerSecret(tx, 'function_token'), app.id, id),
  )
  const change = { type: 'function_executed', execution: id } as const
  tx.work.log(logEntry('user', teamId, { subject: app.bot_user, change }))
  return id
}

/** [FUN-3] An app says how a run of its function ended. */
export async function completeFunction(
  tx: Tx,
  caller: { teamId: string; appId: string | undefined },
  id: string,
  ended: { outputs: Record<string, unknown> } | { error: string },
): Promise<void> {
  await tx.lock(`function ${id}`)
  const execution = await findExecution(tx, caller.teamId, id)
  if (!execution)
    throw new Refusal('function_execution_not_found', `There is no run ${JSON.stringify(id)} of a function here.`)
  if (execution.app_id !== caller.appId)
    throw new Refusal('access_denied', `The run ${id} is of a function of another app.`)
  if (execution.state !== 'running')
    throw new Refusal('execution_not_in_running_state', `The run ${id} has ended: it is ${execution.state}.`)
  if ('outputs' in ended) {
    const app = await tx.selectFrom('apps').selectAll().where('id', '=', execution.app_id).executeTakeFirstOrThrow()
    const { functions } = readManifest(app.manifest, app.id)
    const found = functions.find(({ callbackId }) => callbackId === execution.callback_id)
    checkParameters(found?.outputs ?? [], ended.outputs)
  }
  const result =
    'outputs' in ended
      ? ({ state: 'completed', outputs: ended.outputs } as const)
      : ({ state: 'failed', error: ended.error } as const)
  await tx
    .updateTable('function_executions')
    .set({ ...result, ended_at: tx.clock.now() })
    .where('team_id', '=', caller.teamId)
    .where('id', '=', id)
    .execute()
}

export function findExecution(db: Db, teamId: string, id: string): Promise<FunctionExecution | undefined> {
  return db
    .selectFrom('function_executions')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** [FUN-6] Remembers that a message was posted with the token of a run. */
export async function rememberFunctionMessage(
  tx: Tx,
  { executionId }: Caller,
  message: { team_id: string; channel_id: string; ts: string },
): Promise<void> {
  if (executionId === undefined) return
  const { team_id, channel_id, ts } = message
  await tx
    .insertInto('function_messages')
    .values({ team_id, channel_id, ts, execution_id: executionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** [FUN-6] The run to which a message belongs, as long as its token is valid. */
export async function findExecutionOfMessage(
  db: Db,
  { team_id: teamId, id }: Pick<Channel, 'team_id' | 'id'>,
  ts: string,
): Promise<FunctionExecution | undefined> {
  const found = await db
    .selectFrom('function_messages')
    .select('execution_id')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', id)
    .where('ts', '=', ts)
    .executeTakeFirst()
  const execution = found && (await findExecution(db, teamId, found.execution_id))
  return execution && execution.started_at + tokenLifetimeMs > db.clock.now() ? execution : undefined
}

/** [FUN-2] The bot token that comes with a run. It is derived, so that the event can be made again and nothing is stored. */
export async function tokenOfExecution(db: Db, appId: string, teamId: string, id: string): Promise<string> {
  const secret = (await findServerSecret(db, 'function_token')) ?? ''
  return `${tokenPrefix({ ...tokenOf(appId, teamId), expiresAt: 1 })}${tokenSecret(secret, appId, id)}`
}

function tokenOf(app: string, team: string): NewToken {
  return { kind: 'bot', app, team, scopes: [] }
}

/** The scopes of the manifest that the team has granted: a manifest may ask for more than at the installation. */
async function listGrantedScopes(tx: Tx, app: AppRow, teamId: string): Promise<string[]> {
  const tokens = await tx
    .selectFrom('tokens')
    .select('scopes')
    .where('app_id', '=', app.id)
    .where((where) =>
      where.or([where.and([where('kind', '=', 'bot'), where('team_id', '=', teamId)]), where('kind', '=', 'org')]),
    )
    .where('revoked', '=', false)
    .execute()
  const granted = new Set(tokens.flatMap(({ scopes }) => scopes))
  return readManifest(app.manifest, app.id).botScopes.filter((scope) => granted.has(scope))
}

function tokenSecret(secret: string, appId: string, execution: string): string {
  return createHmac('sha256', secret).update(`${appId} ${execution}`).digest('hex')
}

function checkParameters(declared: readonly { name: string; isRequired: boolean }[], given: object): void {
  const missing = declared.find(({ name, isRequired }) => isRequired && !Object.hasOwn(given, name))
  if (missing) throw new Refusal('parameter_validation_failed', `The parameter ${missing.name} is required.`)
}
