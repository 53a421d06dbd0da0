import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { openModal } from '#domain/views/change'
import { useTrigger } from '#domain/views/triggers'
import { viewOnWire, viewShape } from '#objects/view'
import { modal, triggerId } from '#rpc/args/views'
import { writingMethod } from '#rpc/method'
import { triggerErrors, viewErrors } from '#rpc/errors/view'

export const open = writingMethod('views.open', {
  summary: 'Opens a modal for the person who has just acted.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({ trigger_id: triggerId, view: modal }),

  result: z.object({ view: viewShape }),

  errors: { ...triggerErrors, ...viewErrors },

  async handle({ trigger_id: trigger, view }, { caller, db }) {
    const { app, teamId } = asApp(caller)
    const row = await openModal(db, await useTrigger(db, teamId, app, trigger), view)
    return { view: viewOnWire(row, app.botId) }
  },
})
