import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { pushModal } from '#domain/views/modals'
import { findIdBelow } from '#domain/views/find'
import { redeemTrigger } from '#domain/views/triggers'
import { toViewObject, viewObject } from '#objects/view'
import { writingMethod } from '#rpc/method'
import { triggerErrors, viewErrors } from '#rpc/errors/view'
import { modal, triggerId } from '#rpc/args/views'

export const push = writingMethod('views.push', {
  summary: 'Opens a modal on top of the one in which an interaction took place.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({ trigger_id: triggerId, view: modal }),

  result: z.object({ view: viewObject }),

  errors: {
    ...triggerErrors,
    ...viewErrors,
    push_limit_reached: {
      wrong: 'Three modals are already open on top of each other.',
      cause: 'A stack has at most three modals.',
      remedy: 'Change the top one with views.update.',
    },
  },

  async handle({ trigger_id: trigger, view }, { caller, db }) {
    const { app, teamId } = requireApp(caller)
    const row = await pushModal(db, await redeemTrigger(db, teamId, app, trigger), view)
    return { view: toViewObject(row, app.botId, { previousId: await findIdBelow(db, row) }) }
  },
})
