import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { updateView } from '#domain/views/change'
import { belowOf, byExternalId, findView } from '#domain/views/find'
import { viewOnWire, viewShape } from '#objects/view'
import { view } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { hashErrors, viewErrors } from '#rpc/errors/view'
import { viewHash } from '#rpc/args/views'

export const update = writingMethod('views.update', {
  summary: 'Puts another view in place of one that the app has opened or published.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({
    view_id: z.string().optional().describe('The view. Exactly one of `view_id` and `external_id` is given.'),
    external_id: z.string().optional().describe('The view, by the name that the app gave it.'),
    view: view.describe('What is in its place from now on, of the same type.'),
    hash: viewHash,
  }),

  result: z.object({ view: viewShape }),

  errors: {
    ...viewErrors,
    ...hashErrors,
    not_found: {
      wrong: 'The app has no such view.',
      cause: 'The person has closed it, another app opened it, or the id was never given.',
      remedy: 'Open it anew when the person acts again.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    const { app, teamId } = asApp(caller)
    const { view_id: id, external_id: externalId } = args
    if ((id === undefined) === (externalId === undefined)) {
      const detail = 'must provide exactly one of `view_id` and `external_id`'
      throw refuse('invalid_arguments', detail, { messages: [detail] })
    }
    const row =
      id === undefined ? await byExternalId(db, teamId, app.id, externalId ?? '') : await findView(db, teamId, id)
    if (!row || row.app_id !== app.id)
      throw refuse('not_found', `${app.name} has no view ${JSON.stringify(id ?? externalId)}.`)
    const changed = await updateView(db, row, args.view, args.hash)
    return { view: viewOnWire(changed, app.botId, { previousId: await belowOf(db, changed) }) }
  },
})
