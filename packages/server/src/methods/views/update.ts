import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { requireApp } from '#domain/access/caller'
import { updateView } from '#domain/views/update'
import { findIdBelow, findView, findViewByExternalId } from '#domain/views/find'
import { toViewObject, viewObject } from '#objects/view'
import { view } from '#rpc/args/blocks'
import { writingMethod } from '#rpc/method'
import { hashErrors, viewErrors } from '#rpc/errors/view'
import { viewHash } from '#rpc/args/views'

export const update = writingMethod('views.update', {
  summary: 'Replaces a view that the app has opened or published.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({
    view_id: shortId.optional().describe('The view. Give exactly one of `view_id` and `external_id`.'),
    external_id: shortId.optional().describe('The view, by the `external_id` that the app gave it.'),
    view: view.describe('The new view, of the same type.'),
    hash: viewHash,
  }),

  result: z.object({ view: viewObject }),

  errors: {
    ...viewErrors,
    ...hashErrors,
    not_found: {
      wrong: 'The app has no such view.',
      cause: 'The person has closed it, another app opened it, or the id never existed.',
      remedy: 'Open a new view at the next interaction.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    const { app, teamId } = requireApp(caller)
    const { view_id: id, external_id: externalId } = args
    if ((id === undefined) === (externalId === undefined)) {
      const detail = 'must provide exactly one of `view_id` and `external_id`'
      throw refuse('invalid_arguments', detail, { messages: [detail] })
    }
    const row =
      id === undefined
        ? await findViewByExternalId(db, teamId, app.id, externalId ?? '')
        : await findView(db, teamId, id)
    if (!row || row.app_id !== app.id)
      throw refuse('not_found', `${app.name} has no view ${JSON.stringify(id ?? externalId)}.`)
    const changed = await updateView(db, row, args.view, args.hash)
    return { view: toViewObject(changed, app.botId, { previousId: await findIdBelow(db, changed) }) }
  },
})
