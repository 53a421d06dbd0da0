import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { pushModal } from '#domain/views/modals'
import { findIdBelow } from '#domain/views/find'
import { redeemTrigger } from '#domain/views/triggers'
import { toViewObject, viewObject } from '#objects/view'
import { writingMethod } from '#rpc/method'
import { triggerErrors, viewErrors } from '#rpc/errors/view'
import { modal, triggerArgs, triggerOf } from '#rpc/args/views'

export const push = writingMethod('views.push', {
  summary: 'Opens a modal on top of the one in which an interaction took place.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({ ...triggerArgs, view: modal }),

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

  async handle({ view, ...given }, { caller, db }) {
    const { app, teamId } = requireApp(caller)
    const row = await pushModal(db, await redeemTrigger(db, teamId, app, triggerOf(given)), view)
    return { view: toViewObject(row, app.botId, { previousId: await findIdBelow(db, row) }) }
  },
})
