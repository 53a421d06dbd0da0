import { findInstalledApp } from '#domain/apps/profiles'
import { Refusal } from '#domain/refusal'
import { createTrigger } from '#domain/views/triggers'
import type { Store } from '#store/db'
import type { InteractionRequest } from './dispatch.ts'

/**
 * [DEV-3] A request that was sent before, to be sent again: to the app as it is now, with a new trigger in place of the one that
 * has expired. Everything else of the payload stays.
 */
export async function renewed(store: Store, request: InteractionRequest): Promise<InteractionRequest> {
  const { teamId, userId, payload } = request
  const { calling, manifest } = request.app
  const app = await findInstalledApp(store.db, teamId, calling.id)
  if (!app) throw new Refusal('app_not_found', `${calling.name} is not installed any more.`)
  const usual = manifest.interactivity?.requestUrl
  const url = request.url === usual ? app.manifest.interactivity?.requestUrl : request.url
  if (payload['trigger_id'] === undefined) return { ...request, app, url }
  const trigger = { teamId, userId, appId: calling.id, page: null, viewId: modalOf(payload) }
  const trigger_id = await store.write((tx) => createTrigger(tx, trigger))
  return { ...request, app, url, payload: { ...payload, trigger_id } }
}

/** The modal in which it happened, below which the app may push another one. */
function modalOf({ view }: Record<string, unknown>): string | null {
  const id: unknown = Reflect.get(Object(view), 'type') === 'modal' ? Reflect.get(Object(view), 'id') : undefined
  return typeof id === 'string' ? id : null
}
