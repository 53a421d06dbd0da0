import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { pushModal } from '#domain/views/change'
import { belowOf } from '#domain/views/find'
import { useTrigger } from '#domain/views/triggers'
import { viewOnWire, viewShape } from '#objects/view'
import { writingMethod } from '#rpc/method'
import { triggerErrors, viewErrors } from '#rpc/errors/view'
import { modal, triggerId } from '#rpc/args/views'

export const push = writingMethod('views.push', {
  summary: 'Puts a modal over the one in which a person has just acted.',
  tokens: ['bot', 'user'],
  scopes: [],
  rate: 'tier4',

  args: z.object({ trigger_id: triggerId, view: modal }),

  result: z.object({ view: viewShape }),

  errors: {
    ...triggerErrors,
    ...viewErrors,
    push_limit_reached: {
      wrong: 'Three modals lie one over the other already.',
      cause: 'The most is three.',
      remedy: 'Change the top one with views.update.',
    },
  },

  async handle({ trigger_id: trigger, view }, { caller, db }) {
    const { app, teamId } = asApp(caller)
    const row = await pushModal(db, await useTrigger(db, teamId, app, trigger), view)
    return { view: viewOnWire(row, app.botId, { previousId: await belowOf(db, row) }) }
  },
})
