import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { openModal } from '#domain/views/modals'
import { redeemTrigger } from '#domain/views/triggers'
import { toViewObject, viewObject } from '#objects/view'
import { modal, triggerArgs, triggerOf } from '#rpc/args/views'
import { writingMethod } from '#rpc/method'
import { triggerErrors, viewErrors } from '#rpc/errors/view'

export const open = writingMethod('views.open', {
  summary: 'Opens a modal for the person of an interaction.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({ ...triggerArgs, view: modal }),

  result: z.object({ view: viewObject }),

  errors: { ...triggerErrors, ...viewErrors },

  async handle({ view, ...given }, { caller, db }) {
    const { app, teamId } = requireApp(caller)
    const row = await openModal(db, await redeemTrigger(db, teamId, app, triggerOf(given)), view)
    return { view: toViewObject(row, app.botId) }
  },
})
